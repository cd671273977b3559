import { defineIsolation } from '#packages/testing'
import { coverApi } from '../contract.ts'
import { creditCases } from './credit-isolation.ts'

const { myCredits } = coverApi

export default defineIsolation<{ myCredits: typeof myCredits }, null>({ myCredits }, creditCases, async () => null)
