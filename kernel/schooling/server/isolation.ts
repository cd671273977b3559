import { defineIsolation } from '#packages/testing'
import { schoolingApi } from '../contract.ts'
import { classCases, prepareClasses, type ClassFacts } from './class-isolation.ts'
import { readinessCases } from './readiness-isolation.ts'
import { prepareTime, timeCases, type TimeFacts } from './time-isolation.ts'

export default defineIsolation<typeof schoolingApi, TimeFacts & ClassFacts>(
  schoolingApi,
  { ...timeCases, ...classCases, ...readinessCases },
  async (world) => ({ ...(await prepareTime(world)), ...(await prepareClasses(world)) }),
)
