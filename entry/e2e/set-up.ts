import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { pino } from 'pino'
import { openKeyring } from '#packages/crypto'
import { districtId, type Ctx } from '#packages/core'
import { Cells, inDistrict } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { grantTemplates, platformCtx } from '#kernel/access/server'
import { createPerson, invitePerson } from '#kernel/identity/server'
import { createOrganisation } from '#kernel/org/server'
import { addMembership } from '#kernel/staff/server'
import { createDatabase, postgres } from '../../tools/stack/postgres.ts'
import { migrateHouse } from '../migrate.ts'
import { loadHouse, root } from '../modules.ts'
import { plansOf, seedDistrict } from '../seed/seed.ts'
import { readSettings, type Settings } from '../settings.ts'
import { addedDepartments, casts, password, type Project } from './people.ts'
import { e2ePorts, invitationFile } from './place.ts'

const cell = 'e2e_cell'
const directory = 'e2e_directory'

/** Fresh databases with two small districts, and what the stories need besides. Returns the settings to serve them with. */
export async function setUp(): Promise<Record<string, string>> {
  execFileSync(join(root, 'bin/stack'), ['up', 'postgres'], { stdio: ['ignore', 'ignore', 'inherit'] })
  loadEnvFile(join(root, '.stack/env'))
  const { cluster } = postgres()
  for (const name of [cell, directory]) {
    await cluster.psql('postgres', `drop database if exists ${name} with (force)`)
    await createDatabase(cluster, name)
  }
  const env = {
    QIMING_DIRECTORY_URL: cluster.url('portal_directory', directory),
    QIMING_DIRECTORY_OWNER_URL: cluster.url('portal_owner', directory),
    QIMING_CELL_1_URL: cluster.url('portal_app', cell),
    QIMING_CELL_1_OWNER_URL: cluster.url('portal_owner', cell),
    QIMING_API_PORT: String(e2ePorts.api),
    QIMING_API_OPS_PORT: String(e2ePorts.apiOps),
    QIMING_WORKER_OPS_PORT: String(e2ePorts.workerOps),
    QIMING_LOG_LEVEL: 'warn',
  }
  await fill({ ...process.env, ...env }, (sql) => cluster.psql(cell, sql))
  return env
}

async function fill(env: NodeJS.ProcessEnv, ask: (sql: string) => Promise<string>) {
  const settings: Settings = readSettings(env)
  openKeyring(env)
  await migrateHouse(settings.owners, await loadHouse(), () => {})
  const cells = new Cells(settings.cells)
  for (const plan of plansOf('S', cells.ids)) await seedDistrict(cells, plan, password, pino({ level: 'silent' }))

  const invitations: Partial<Record<Project, string>> = {}
  for (const project of Object.keys(casts) as Project[]) {
    const { school } = casts[project]
    const found = await ask(`select district_id, id, path from tenant.organisation where name = '${school}'`)
    const [district, id, path] = found.trim().split('|') as [string, string, string]
    const number = districtId(Number(district))
    invitations[project] = await inDistrict(cells, number, async (db) => {
      const ctx = platformCtx(number, db, new Date())
      await addDepartments(ctx, { id, path })
      return inviteAdministrator(ctx, id)
    })
  }
  await stopSenders(cells)
  await cells.end()
  mkdirSync(dirname(invitationFile), { recursive: true })
  writeFileSync(invitationFile, JSON.stringify(invitations))
}

async function addDepartments(ctx: Ctx, school: { id: string; path: string }) {
  for (let at = 1; at <= addedDepartments; at++) {
    await createOrganisation(ctx, { parent: school, name: `第${at}备课组`, type: 'department', sort: 100 + at })
  }
}

async function inviteAdministrator(ctx: Ctx, orgId: string) {
  const personId = await createPerson(ctx, { name: '邹知夏', sex: '女' })
  const membershipId = await addMembership(ctx, { personId, orgId, userType: 'teacher', post: '学校管理员' })
  await grantTemplates(ctx, membershipId, ['school-admin'])
  return invitePerson(ctx, personId)
}
