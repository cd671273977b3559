import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { Redis } from 'ioredis'
import { openKeyring } from '#packages/crypto'
import { districtId, newId, type Ctx } from '#packages/core'
import { openToolCells, inDistrict } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { assignTemplates, createPlatformCtx } from '#kernel/access/server/api.ts'
import { acceptInvitation, createPerson, findAccount, invitePerson, saveTotp } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { createDatabase, postgres } from '../../tools/stack/postgres.ts'
import { migrateDatabases } from '../migrate.ts'
import { loadModules, root, type LoadedModules } from '../modules.ts'
import { demoTotpSecret } from '../seed/demo-totp.ts'
import { listDistrictPlans, seedDistrict } from '../seed/seed-district.ts'
import { readSettings, type Settings } from '../settings.ts'
import { e2eCell, e2eDirectory, e2eSecondCell } from './databases.ts'
import { signInPeople, keyedSecret, getLoginName } from './sign-in-people.ts'
import { addedDepartmentCount, casts, password, type JourneyProject } from './cast.ts'
import {
  companySessionsFile,
  e2ePorts,
  filesUrl,
  invitationFile,
  transferSystem,
  trustedOrigin,
  usedCodesDir,
} from './e2e-settings.ts'
import { createOutsidePeople } from './prepare-outside.ts'
import { getCoverLogin, getRollLogin, newSchoolPhones, taughtSchool } from './test-schools.ts'
import {
  setSignInPolicies,
  enrolChildren,
  inviteSignInPeople,
  createImportSchool,
  createNewSchool,
} from './prepare-people.ts'
import { createCoverSchool } from './prepare-cover-school.ts'
import { createRollSchool } from './prepare-roll-school.ts'
import { createTaughtSchool, publishLessons } from './prepare-timetable.ts'
import { createTimetableSchool } from './prepare-timetable-school.ts'

const firstCell = 1

/**
 * Creates fresh databases with two small districts, and the other data of the journeys. Returns the settings to serve
 * them with.
 */
export async function prepareJourneys(): Promise<Record<string, string>> {
  execFileSync(
    join(root, 'bin/stack'),
    ['up', 'postgres', 'redis', 's3', 'sms', 'dingtalk', 'weather', 'applications'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  loadEnvFile(join(root, '.stack/env'))
  const { cluster } = postgres()
  for (const name of [e2eCell, e2eSecondCell, e2eDirectory])
    await cluster.psql('postgres', `drop database if exists ${name} with (force)`)
  for (const name of [e2eCell, e2eDirectory]) await createDatabase(cluster, name)
  const env = {
    QIMING_DIRECTORY_URL: cluster.url('portal_directory', e2eDirectory),
    QIMING_DIRECTORY_OWNER_URL: cluster.url('portal_owner', e2eDirectory),
    QIMING_CELL_1_URL: cluster.url('portal_app', e2eCell),
    QIMING_CELL_1_OWNER_URL: cluster.url('portal_owner', e2eCell),
    QIMING_CELL_2_URL: cluster.url('portal_app', e2eSecondCell),
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
  const settings = readSettings({ ...process.env, ...env })
  openKeyring(process.env)
  const loadedModules = await loadModules()
  await migrateDatabases(settings.owners, loadedModules, () => {})
  // A copy of the first cell takes less time than all migrations.
  await cluster.psql('postgres', `create database ${e2eSecondCell} template ${e2eCell} owner portal_owner`)
  await fill(settings, loadedModules, (sql) => cluster.psql(e2eCell, sql))
  const found = await cluster.psql(
    e2eCell,
    `select account_id from tenant.person where name = '${signInPeople.newcomer.name}'`,
  )
  const accounts = found
    .trim()
    .split('\n')
    .map((id) => `'${id}'`)
  await cluster.psql(
    e2eDirectory,
    `update directory.account set must_change_password = true where id in (${accounts.join()})`,
  )
  return env
}

/** A separate Redis database, emptied so that earlier journeys do not count against the rate limits. */
async function emptyRedis() {
  const url = `${process.env['QIMING_REDIS_URL']}/9`
  const redis = new Redis(url)
  await redis.flushdb()
  redis.disconnect()
  return url
}

async function fill(settings: Settings, { app }: LoadedModules, runSql: (sql: string) => Promise<string>) {
  const cells = openToolCells(settings.cells)
  for (const plan of listDistrictPlans('S', [firstCell])) await seedDistrict(app, cells, plan, password)

  const invitations: Partial<Record<JourneyProject | `${JourneyProject}-new`, string>> = {}
  for (const project of Object.keys(casts) as JourneyProject[]) {
    const { school, teacherName } = casts[project]
    const found = await runSql(
      `select district_id, id, path, subpath(path, 0, 1)::text::uuid from tenant.organisation where name = '${school}'`,
    )
    const [district, id, path, bureau] = found.trim().split('|') as [string, string, string, string]
    const number = districtId(Number(district))
    const headed = await runSql(
      `select c.grade_id, c.id, m.id, p.id from tenant.school_class c
         join tenant.class_teacher t on (t.district_id, t.class_id) = (c.district_id, c.id)
         join tenant.membership m on (m.district_id, m.id) = (t.district_id, t.user_id)
         join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
       where c.org_id = '${id}' and p.name = '${teacherName}' and t.role = 'head'`,
    )
    const [gradeId, classId, userId, personId] = headed.trim().split('|') as [string, string, string, string]
    const signInInvitations = await inDistrict(cells, number, async (db) => {
      const ctx = createPlatformCtx(app, number, db, new Date())
      const [strict, careful, guarded, small] = await addDepartments(ctx, { id, path })
      invitations[project] = await inviteAdministrator(ctx, id, '邹知夏')
      const opened = await createNewSchool(ctx, project, { id: bureau, path: path.split('.')[0]! })
      invitations[`${project}-new`] = await inviteAdministrator(ctx, opened.id, '傅晓岚', newSchoolPhones[project])
      // Without a host name of a district, new users come to the first district, so the families of both projects are
      // there.
      if (project === 'desktop') {
        await enrolChildren(ctx, 'phone', { orgId: id, gradeId, classId })
        await createImportSchool(ctx, { id: bureau, path: path.split('.')[0]! })
        await createTimetableSchool(ctx, { id: bureau, path: path.split('.')[0]! })
      }
      const root = { id: bureau, path: path.split('.')[0]! }
      const taught =
        project === 'desktop'
          ? [
              await createTaughtSchool(ctx, root),
              ...(await createCoverSchool(ctx, root)),
              ...(await createRollSchool(ctx, root)),
            ]
          : []
      if (project === 'phone')
        await publishLessons(ctx, { id, path }, { gradeId, classId, teacher: { userId, personId } })
      const orgs = { school: id, bureau, strict: strict!, careful: careful!, guarded: guarded!, small: small! }
      await setSignInPolicies(ctx, orgs)
      return [...(await inviteSignInPeople(ctx, project, orgs)), ...taught]
    })
    for (const { userName, token } of signInInvitations)
      await acceptInvitation({ app, cells, now: new Date(), requestId: newId() }, { token, userName, password })
    const keyed = await findAccount(cells, getLoginName(project, 'keyed'))
    await saveTotp(cells, keyed!.id, keyedSecret, 0, new Date())
    // A guardian proves more than a password on an unknown browser.
    const guardian = await findAccount(cells, casts[project].guardian)
    await saveTotp(cells, guardian!.id, demoTotpSecret, 0, new Date())
    // People who may export unmasked numbers or logs need a code at every sign-in.
    const guarded = [getLoginName(project, 'exporter'), getLoginName(project, 'auditor')]
    const inCharge = [
      taughtSchool.userName,
      getCoverLogin('head'),
      getCoverLogin('director'),
      // A class teacher sees the phones of the families.
      getRollLogin('tutor'),
    ]
    for (const userName of [...guarded, ...(project === 'desktop' ? inCharge : [])]) {
      const account = await findAccount(cells, userName)
      await saveTotp(cells, account!.id, demoTotpSecret, 0, new Date())
    }
  }
  const companyTokens = await createOutsidePeople(app, cells, districtId(1))
  await stopSenders(cells)
  await cells.end()
  mkdirSync(dirname(invitationFile), { recursive: true })
  rmSync(usedCodesDir, { recursive: true, force: true })
  mkdirSync(usedCodesDir, { recursive: true })
  writeFileSync(invitationFile, JSON.stringify(invitations))
  writeFileSync(companySessionsFile, JSON.stringify(companyTokens))
}

async function addDepartments(ctx: Ctx, school: { id: string; path: string }) {
  const ids: string[] = []
  for (let at = 1; at <= addedDepartmentCount; at++) {
    const id = newId()
    await createOrganisation(ctx, { id, parent: school, name: `第${at}备课组`, type: 'department', sort: 100 + at })
    ids.push(id)
  }
  return ids
}

async function inviteAdministrator(ctx: Ctx, orgId: string, name: string, phone?: string) {
  const personId = await createPerson(ctx, { name, sex: '女', ...(phone && { phone }) })
  const membershipId = await addMembership(ctx, { personId, orgId, userType: 'teacher', post: '学校管理员' })
  await assignTemplates(ctx, membershipId, ['school-admin'])
  return invitePerson(ctx, personId)
}
