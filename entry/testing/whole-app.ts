import type { TestDatabase } from '#packages/testing'
import { loadModules } from '../modules.ts'

const { app } = await loadModules()

/** Services that the test calls directly see the declarations of all modules, as in the product. */
export function useWholeApp(database: TestDatabase): TestDatabase {
  database.app.manifests = app.manifests
  database.app.contributions = { ...app.contributions }
  return database
}
