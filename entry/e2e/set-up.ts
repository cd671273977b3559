import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { Redis } from 'ioredis'
import { openKeyring } from '#packages/crypto'
import { districtId, newId, type Ctx } from '#packages/core'
import { Cells, inDistrict } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { grantTemplates, platformCtx } from '#kernel/access/server'
import { acceptInvitation, createPerson, findAccount, invitePerson, keepTotp } from '#kernel/identity/server'
import { createOrganisation } from '#kernel/org/server'
import { addMembership } from '#kernel/staff/server'
import { createDatabase, postgres } from '../../tools/stack/postgres.ts'
import { migrateHouse } from '../migrate.ts'
import { loadHouse, root } from '../modules.ts'
import { demoTotpSecret } from '../seed/demo-totp.ts'
import { plansOf, seedDistrict } from '../seed/seed.ts'
import { readSettings, type Settings } from '../settings.ts'
import { cell, directory } from './databases.ts'
import { doorPeople, keyedSecret, nameFor } from './door-people.ts'
import { addedDepartments, casts, password, type Project } from './people.ts'
import { e2ePorts, filesUrl, invitationFile, transferSystem, trustedOrigin, usedCodes } from './place.ts'
import { newSchoolPhone } from './school-people.ts'
import { decideDoors, enrolChildren, inviteDoorPeople, openImportSchool, openNewSchool } from './set-up-people.ts'

/** Fresh databases with two small districts, and what the stories need besides. Returns the settings to serve them with. */
export async function setUp(): Promise<Record<string, string>> {
  execFileSync(join(root, 'bin/stack'), ['up', 'postgres', 'redis', 's3', 'sms', 'dingtalk', 'applications'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
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
    QIMING_FILES_PORT: String(e2ePorts.files),
    QIMING_FILES_URL: filesUrl,
    QIMING_S3_BUCKET: 'e2e',
    QIMING_REDIS_URL: await emptyRedis(),
    QIMING_LOG_LEVEL: 'info',
    QIMING_SAMPLES: 'shown',
    QIMING_TRUSTED_ORIGINS: trustedOrigin,
    QIMING_TRANSFER_SYSTEMS: JSON.stringify([transferSystem]),
    QIMING_TRUSTED_PROXIES: '127.0.0.1',
  }
  await fill({ ...process.env, ...env }, (sql) => cluster.psql(cell, sql))
  const found = await cluster.psql(
    cell,
    `select account_id from tenant.person where name = '${doorPeople.newcomer.name}'`,
  )
  const accounts = found
    .trim()
    .split('\n')
    .map((id) => `'${id}'`)
  await cluster.psql(
    directory,
    `update directory.account set must_change_password = true where id in (${accounts.join()})`,
  )
  return env
}

/** A part of Redis of their own: what the journeys before these did is not counted against them. */
async function emptyRedis() {
  const url = `${process.env['QIMING_REDIS_URL']}/9`
  const redis = new Redis(url)
  await redis.flushdb()
  redis.disconnect()
  return url
}

async function fill(env: NodeJS.ProcessEnv, ask: (sql: string) => Promise<string>) {
  const settings: Settings = readSettings(env)
  openKeyring(env)
  await migrateHouse(settings.owners, await loadHouse(), () => {})
  const cells = new Cells(settings.cells)
  for (const plan of plansOf('S', cells.ids)) await seedDistrict(cells, plan, password)

  const invitations: Partial<Record<Project | `${Project}-new`, string>> = {}
  for (const project of Object.keys(casts) as Project[]) {
    const { school, teacherName } = casts[project]
    const found = await ask(
      `select district_id, id, path, subpath(path, 0, 1)::text::uuid from tenant.organisation where name = '${school}'`,
    )
    const [district, id, path, bureau] = found.trim().split('|') as [string, string, string, string]
    const number = districtId(Number(district))
    const headed = await ask(
      `select c.grade_id, c.id from tenant.school_class c
         join tenant.class_teacher t on (t.district_id, t.class_id) = (c.district_id, c.id)
         join tenant.membership m on (m.district_id, m.id) = (t.district_id, t.user_id)
         join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
       where c.org_id = '${id}' and p.name = '${teacherName}' and t.role = 'head'`,
    )
    const [gradeId, classId] = headed.trim().split('|') as [string, string]
    const doors = await inDistrict(cells, number, async (db) => {
      const ctx = platformCtx(number, db, new Date())
      const [strict, careful, guarded] = await addDepartments(ctx, { id, path })
      invitations[project] = await inviteAdministrator(ctx, id, '邹知夏')
      const opened = await openNewSchool(ctx, project, { id: bureau, path: path.split('.')[0]! })
      invitations[`${project}-new`] = await inviteAdministrator(ctx, opened.id, '傅晓岚', newSchoolPhone[project])
      // Where no host says whose it is, whoever comes new comes to the first district: the families of both sizes are there.
      if (project === 'desktop') {
        await enrolChildren(ctx, 'phone', { orgId: id, gradeId, classId })
        await openImportSchool(ctx, { id: bureau, path: path.split('.')[0]! })
      }
      const orgs = { school: id, bureau, strict: strict!, careful: careful!, guarded: guarded! }
      await decideDoors(ctx, orgs)
      return inviteDoorPeople(ctx, project, orgs)
    })
    for (const { userName, token } of doors)
      await acceptInvitation({ cells, now: new Date(), requestId: newId() }, { token, userName, password })
    const keyed = await findAccount(cells, nameFor(project, 'keyed'))
    await keepTotp(cells, keyed!.id, keyedSecret, 0, new Date())
    // Whoever may take whole numbers along is asked at every sign-in.
    const exporter = await findAccount(cells, nameFor(project, 'exporter'))
    await keepTotp(cells, exporter!.id, demoTotpSecret, 0, new Date())
  }
  await stopSenders(cells)
  await cells.end()
  mkdirSync(dirname(invitationFile), { recursive: true })
  rmSync(usedCodes, { recursive: true, force: true })
  mkdirSync(usedCodes, { recursive: true })
  writeFileSync(invitationFile, JSON.stringify(invitations))
}

async function addDepartments(ctx: Ctx, school: { id: string; path: string }) {
  const ids: string[] = []
  for (let at = 1; at <= addedDepartments; at++) {
    const id = newId()
    await createOrganisation(ctx, { id, parent: school, name: `第${at}备课组`, type: 'department', sort: 100 + at })
    ids.push(id)
  }
  return ids
}

async function inviteAdministrator(ctx: Ctx, orgId: string, name: string, phone?: string) {
  const personId = await createPerson(ctx, { name, sex: '女', ...(phone && { phone }) })
  const membershipId = await addMembership(ctx, { personId, orgId, userType: 'teacher', post: '学校管理员' })
  await grantTemplates(ctx, membershipId, ['school-admin'])
  return invitePerson(ctx, personId)
}
