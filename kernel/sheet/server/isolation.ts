import { defineIsolation, type World } from '#packages/testing'
import { sheetApi } from '../contract.ts'
import { exportCases, prepareExports, type PreparedExports } from './export-isolation.ts'
import { importCases, prepareImports, type PreparedImports } from './import-isolation.ts'

export default defineIsolation<typeof sheetApi, PreparedImports & PreparedExports>(
  sheetApi,
  { ...importCases, ...exportCases },
  async (world: World) => ({ ...(await prepareImports(world)), ...(await prepareExports(world)) }),
)
