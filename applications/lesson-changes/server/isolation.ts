import { defineIsolation } from '#packages/testing'
import { coverOfficeApi } from '../contract.ts'
import { officeReadCases, prepareOfficeRead } from './read-isolation.ts'

const { today, impact, officeCandidates, officeRecommend } = coverOfficeApi

export default defineIsolation({ today, impact, officeCandidates, officeRecommend }, officeReadCases, prepareOfficeRead)
