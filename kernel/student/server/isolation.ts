import { defineIsolation } from '#packages/testing'
import { studentApi } from '../contract.ts'
import { boardCases } from './board-isolation.ts'
import { faceCases, prepareFaces } from './face-isolation.ts'
import { familyCases, prepareFamily } from './family-isolation.ts'
import { myClassCases } from './my-class-isolation.ts'
import { prepareStudents, studentCases, type StudentWorld } from './student-isolation.ts'
import { prepareYear, yearCases } from './year-isolation.ts'

type StudentModuleWorld = StudentWorld &
  Awaited<ReturnType<typeof prepareYear>> &
  Awaited<ReturnType<typeof prepareFamily>> &
  Awaited<ReturnType<typeof prepareFaces>>

export default defineIsolation<typeof studentApi, StudentModuleWorld>(
  studentApi,
  { ...studentCases, ...myClassCases, ...yearCases, ...familyCases, ...faceCases, ...boardCases },
  async (world) => ({
    ...(await prepareStudents(world)),
    ...(await prepareYear(world)),
    ...(await prepareFamily(world)),
    ...(await prepareFaces(world)),
  }),
)
