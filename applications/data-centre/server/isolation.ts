import { defineIsolation } from '#packages/testing'
import { appStatApi } from '../contract-app-stat.ts'
import { appStatCases } from './app-stat-isolation.ts'

export default defineIsolation(appStatApi, appStatCases, async () => ({}))
