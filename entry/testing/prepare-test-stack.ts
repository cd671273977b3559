import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import type { TestProject } from 'vitest/node'
import { findMigrations, migrate } from '#packages/db'
import { prepareQueues } from '#packages/jobs'
import { createDatabase, postgres } from '../../tools/stack/postgres.ts'
import { loadModules, root } from '../modules.ts'

/**
 * Tests are set in the school year 2026/27 and write logs of its months, whatever the day: an installation has the
 * partitions of the months around the present only.
 */
const makePartitions = `
  select tenant.ensure_month_partitions(c.relname::text, '2026-07-01', 12)
  from pg_class c join pg_partitioned_table p on p.partrelid = c.oid where c.relnamespace = 'tenant'::regnamespace`

/**
 * Runs before all test files: starts PostgreSQL, Redis, S3 and the simulators, and prepares a migrated, empty cell and
 * directory to clone.
 */
export default async function prepareTestStack(project: TestProject) {
  execFileSync(join(root, 'bin/stack'), ['up', 'postgres', 'redis', 's3', 'sms', 'dingtalk'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  loadEnvFile(join(root, '.stack/env'))
  project.provide('templates', await prepareTemplateDatabases())
}

export async function prepareTemplateDatabases() {
  const { cluster } = postgres()
  const loadedModules = await loadModules()
  const cellMigrations = findMigrations(root, 'cell')
  const directoryMigrations = findMigrations(root, 'directory')
  const queues = loadedModules.subscriptions.map(({ name }) => name)
  const state = JSON.stringify([cellMigrations, directoryMigrations, loadedModules.jobs, queues, makePartitions])
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * 24 * 3600_000).toISOString().slice(0, 10).replaceAll('-', '')
  const day = dayBefore(0)
  const mark = `${day}_${createHash('sha256').update(state).digest('hex').slice(0, 12)}`
  const names = { cell: `template_cell_${mark}`, directory: `template_directory_${mark}` }

  const there = (
    await cluster.psql('postgres', "select datname from pg_database where datname like 'template\\_%\\_%'")
  ).split('\n')
  // Deletes old ones; those of today and yesterday may belong to another run, which may have begun before midnight.
  const recent = [day, dayBefore(1)]
  for (const old of there.filter((name) => name && !recent.some((one) => name.includes(`_${one}_`)))) {
    await cluster.psql('postgres', `drop database if exists ${old} with (force)`)
  }
  if (!there.includes(names.cell) || !there.includes(names.directory)) {
    for (const name of Object.values(names)) {
      await cluster.psql('postgres', `drop database if exists ${name} with (force)`)
      await createDatabase(cluster, name)
    }
    const cellUrl = cluster.url('portal_owner', names.cell)
    await migrate(cluster.url('portal_owner', names.directory), directoryMigrations)
    await migrate(cellUrl, cellMigrations)
    await cluster.psql(names.cell, makePartitions)
    await prepareQueues(cellUrl, loadedModules.jobs, loadedModules.subscriptions)
  }
  return { adminUrl: cluster.url('postgres', 'postgres'), redisUrl: process.env['QIMING_REDIS_URL']!, ...names }
}
