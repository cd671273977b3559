import { findMigrations, migrate } from '#packages/db'
import { prepareQueues } from '#packages/jobs'
import { root, type House } from './modules.ts'

export interface Owners {
  directory: string | undefined
  cells: ReadonlyMap<number, string>
}

/** Brings the directory and every cell up to date: tables, then queues. Says what it did. */
export async function migrateHouse(owners: Owners, house: House, say: (line: string) => void) {
  const tell = (where: string, names: string[]) =>
    say(names.length ? `${where}: applied ${names.join(', ')}` : `${where}: up to date`)
  if (owners.directory) tell('directory', await migrate(owners.directory, findMigrations(root, 'directory')))
  const cellMigrations = findMigrations(root, 'cell')
  for (const [cell, url] of owners.cells) {
    tell(`cell ${cell}`, await migrate(url, cellMigrations))
    await prepareQueues(url, house.jobs, house.subscriptions)
  }
}
