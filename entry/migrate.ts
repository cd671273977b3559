import { findMigrations, migrate } from '#packages/db'
import { prepareQueues } from '#packages/jobs'
import { root, type LoadedModules } from './modules.ts'

export interface DatabaseOwners {
  directory: string | undefined
  cells: ReadonlyMap<number, string>
}

/** Migrates the directory and every cell, tables first, then queues. Prints what it did. */
export async function migrateDatabases(
  owners: DatabaseOwners,
  loadedModules: LoadedModules,
  print: (line: string) => void,
) {
  const report = (where: string, names: string[]) =>
    print(names.length ? `${where}: applied ${names.join(', ')}` : `${where}: up to date`)
  if (owners.directory) report('directory', await migrate(owners.directory, findMigrations(root, 'directory')))
  const cellMigrations = findMigrations(root, 'cell')
  for (const [cell, url] of owners.cells) {
    report(`cell ${cell}`, await migrate(url, cellMigrations))
    await prepareQueues(url, loadedModules.jobs, loadedModules.subscriptions)
  }
}
