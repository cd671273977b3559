/** Commands for operators. Each prints its result; wrong arguments end with exit code 2 and change nothing. */
import { parseArgs } from 'node:util'
import { openKeyring } from '#packages/crypto'
import { districtId, Refusal } from '#packages/core'
import { openToolCells, inDistrict } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { createDistrict, inviteDistrictAdministrator, createPlatformCtx } from '#kernel/access/server/api.ts'
import { invitePlatformAdministrator, resetPlatformPassword } from '#kernel/identity/server/api.ts'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { publishDistrictList } from '#kernel/org/server/api.ts'
import { changeDistrictState } from '#kernel/platform/server/api.ts'
import { resetFactorsByLogin } from '#kernel/session/server/api.ts'
import { updateSetting } from '#kernel/setting/server/api.ts'
import { claimDingTalkKeys, configureDingTalkDistrict } from '#kernel/workplace/server/api.ts'
import { migrateDatabases } from '../migrate.ts'
import { loadModules } from '../modules.ts'
import { getDemoCode, hasDemoTotp } from '../seed/demo-totp.ts'
import { readSecretFiles } from '../secret-files.ts'
import { readSettings } from '../settings.ts'
import { resealDistrict, rotateKeyOfDistrict, rotateMasterKey } from './key-rotation.ts'
import { checkLogs } from './check-logs.ts'

const usage = `usage:
  pnpm admin migrate                                   bring the directory and every cell up to date
  pnpm admin invite                                    invite a platform administrator
  pnpm admin invite --district NUMBER --name NAME      invite an administrator of a district
  pnpm admin district create --name NAME --administrator NAME [--phone PHONE] [--cell NUMBER] [--host HOST]
  pnpm admin district list
  pnpm admin district disable --district NUMBER        its users are signed out and cannot sign in
  pnpm admin district enable --district NUMBER
  pnpm admin district publish                          hand the list of districts to all cells again
  pnpm admin sign-in --district NUMBER [--second-step new-device|always|off] [--require-id-card yes|no]
  pnpm admin dingtalk --district NUMBER --key KEY --corp CORPID --client CLIENTID [--agent AGENTID]
                                                       its secret is read from QIMING_DINGTALK_SECRET
  pnpm admin factors reset --login NAME                take away what an account shows besides its password
  pnpm admin password reset --login NAME               print a one-time password of a platform administrator
  pnpm admin totp NAME                                 the code of this moment of a demo administrator
  pnpm admin rotate-key --district NUMBER [--go-on]    give a district its next key and seal everything under it;
                                                       --go-on seals what an interrupted run has left
  pnpm admin rotate-master                             wrap all keys under QIMING_MASTER_KEY; the one before is in
                                                       QIMING_MASTER_KEY_OTHER meanwhile
  pnpm admin logs check [--district NUMBER] [--since DATE]
                                                       compare the logs with their seals; 1 when something is wrong`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    administrator: { type: 'string' },
    phone: { type: 'string' },
    cell: { type: 'string' },
    host: { type: 'string' },
    district: { type: 'string' },
    'second-step': { type: 'string' },
    'require-id-card': { type: 'string' },
    key: { type: 'string' },
    corp: { type: 'string' },
    client: { type: 'string' },
    agent: { type: 'string' },
    since: { type: 'string' },
    login: { type: 'string' },
    'go-on': { type: 'boolean' },
  },
})

readSecretFiles(process.env)
const settings = readSettings()
openKeyring(process.env)
const loadedModules = await loadModules()
const cells = openToolCells(settings.cells)
const now = new Date()

const commands: Record<string, () => Promise<void>> = {
  migrate: () => migrateDatabases(settings.owners, loadedModules, (line) => console.log(line)),
  invite,
  'sign-in': setSignInPolicyCommand,
  dingtalk: connectDingTalkCommand,
  'logs check': checkLogsCommand,
  'rotate-key': rotateKeyCommand,
  'rotate-master': async () => {
    await rotateMasterKey(cells, (line) => console.log(line))
  },
  'factors reset': resetFactorsCommand,
  'password reset': resetPasswordCommand,
  'district create': createDistrictCommand,
  'district list': listDistrictsCommand,
  'district disable': () => setDistrictStateCommand(true),
  'district enable': () => setDistrictStateCommand(false),
  'district publish': async () => {
    await publishDistrictList(cells)
    console.log('the list of districts is in every cell that answered')
  },
}

try {
  const [first, name] = positionals
  const command = first === 'totp' && name ? async () => printDemoCode(name) : commands[positionals.join(' ')]
  if (!command) throw new Refusal(usage)
  await command()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 2
} finally {
  await stopSenders(cells)
  await cells.end()
}

async function invite() {
  if (!values.district) return printInvitation('platform administrator', await invitePlatformAdministrator(cells, now))
  const name = requireOption('name')
  const { district, bureau } = await getNamedDistrict()
  const token = await inDistrict(cells, district, (db) =>
    inviteDistrictAdministrator(createPlatformCtx(loadedModules.app, district, db, now), bureau, withPhone(name)),
  )
  printInvitation(`administrator ${name} of district ${district}`, token)
}

async function resetPasswordCommand() {
  console.log(`one-time password: ${await resetPlatformPassword(cells, requireOption('login'), now)}`)
}

async function getNamedDistrict() {
  const district = districtId(Number(requireOption('district')))
  const { rows } = await cells
    .pool(cells.ids[0]!)
    .query<{ org_id: string }>('select org_id from reference.district where id = $1', [district])
  if (!rows[0]) throw new Refusal(`there is no district ${district}; pnpm admin district list shows them`)
  return { district, bureau: rows[0].org_id }
}

/** Sets the sign-in policy of a district from the command line; administrators use the page 组织设置. */
async function setSignInPolicyCommand() {
  const { district, bureau } = await getNamedDistrict()
  const secondStep = values['second-step'] ?? 'new-device'
  if (!['new-device', 'always', 'off'].includes(secondStep)) throw new Refusal(usage)
  const setting = { secondStep, requireIdCard: values['require-id-card'] === 'yes' }
  await inDistrict(cells, district, async (db) => {
    const ctx = createPlatformCtx(loadedModules.app, district, db, now)
    await updateSetting(ctx, bureau, 'login', setting)
    await recordOperation(ctx, { route: 'admin sign-in', title: '设置登录策略', objectIds: [bureau] })
  })
  console.log(
    `district ${district}: second step ${secondStep}, ID number ${setting.requireIdCard ? 'required' : 'not asked for'}`,
  )
}

async function connectDingTalkCommand() {
  const { district, bureau } = await getNamedDistrict()
  const clientSecret = process.env['QIMING_DINGTALK_SECRET']
  if (!clientSecret) throw new Refusal('QIMING_DINGTALK_SECRET is not set')
  // The agent id of the DingTalk application; without it no work notices are sent.
  const agentId = values.agent ? Number(values.agent) : undefined
  if (agentId !== undefined && !Number.isSafeInteger(agentId)) throw new Refusal('--agent is a number')
  const facts = {
    ddId: requireOption('key'),
    corpId: requireOption('corp'),
    clientId: requireOption('client'),
    clientSecret,
    agentId,
  }
  await claimDingTalkKeys(cells, district, facts)
  await inDistrict(cells, district, async (db) => {
    const ctx = createPlatformCtx(loadedModules.app, district, db, now)
    await configureDingTalkDistrict(ctx, facts)
    await recordOperation(ctx, { route: 'admin dingtalk', title: '配置钉钉', objectIds: [bureau] })
  })
  console.log(
    `district ${district}: DingTalk company ${facts.corpId}, page ${settings.publicUrl}/DDLogin/${facts.ddId}`,
  )
}

/** For an administrator without a superior who has lost the phone; other people are reset by their administrator. */
async function resetFactorsCommand() {
  const userName = requireOption('login')
  const had = await resetFactorsByLogin(cells, userName, (district, db) =>
    createPlatformCtx(loadedModules.app, district, db, now),
  )
  console.log(
    had ? `${userName} signs in without 动态口令 and 通行密钥 now` : `${userName} had neither 动态口令 nor 通行密钥`,
  )
}

/** Computed from the demo constant, never from a database: only the owner may see the code of a real account. */
function printDemoCode(userName: string) {
  if (process.env['NODE_ENV'] === 'production' || process.env['QIMING_DEMO'] !== 'allowed')
    throw new Refusal('codes are told for demo districts only: QIMING_DEMO=allowed, and not in production')
  if (!hasDemoTotp(userName)) throw new Refusal(`${userName} is not one of the demo's staff`)
  const { code, secondsLeft } = getDemoCode(now)
  console.log(`${code}  (${secondsLeft} s)`)
}

async function rotateKeyCommand() {
  const { district } = await getNamedDistrict()
  const work = values['go-on'] ? resealDistrict : rotateKeyOfDistrict
  await work(cells, district, (line) => console.log(line))
  await inDistrict(cells, district, (db) =>
    recordOperation(createPlatformCtx(loadedModules.app, district, db, now), {
      route: 'admin rotate-key',
      title: '更换数据密钥',
    }),
  )
}

async function checkLogsCommand() {
  const district = values.district ? (await getNamedDistrict()).district : undefined
  const since = values.since ? new Date(values.since) : undefined
  if (since && Number.isNaN(since.getTime())) throw new Refusal('--since is a date: 2026-11-15')
  const { wrong } = await checkLogs(cells, { app: loadedModules.app, district, since }, (line) => console.log(line))
  if (wrong > 0) process.exitCode = 1
}

async function createDistrictCommand() {
  const cell = Number(values.cell ?? cells.ids[0])
  if (!cells.ids.includes(cell)) throw new Refusal(`there is no cell ${cell}; set QIMING_CELL_${cell}_URL first`)
  const name = requireOption('name')
  const administrator = withPhone(requireOption('administrator'))
  const { district, invitation } = await createDistrict(
    loadedModules.app,
    cells,
    { name, cell, host: values.host ?? null, administrator },
    now,
  )
  console.log(`district ${district} ${name} is open in cell ${cell}`)
  printInvitation(`its administrator ${administrator.name}`, invitation!)
}

async function setDistrictStateCommand(isDisabled: boolean) {
  const { district } = await getNamedDistrict()
  await changeDistrictState({ cells, now }, district, isDisabled)
  console.log(`district ${district} is ${isDisabled ? 'disabled' : 'enabled'}`)
}

async function listDistrictsCommand() {
  const { rows } = await cells
    .pool(cells.ids[0]!)
    .query<{ id: number; cell: number; name: string; status: string }>(
      'select id, cell, name, status from reference.district order by id',
    )
  for (const { id, cell, name, status } of rows)
    console.log(`${String(id).padStart(6)}  cell ${cell}  ${status.padEnd(8)} ${name}`)
  console.log(`${rows.length} districts`)
}

function withPhone(name: string) {
  return { name, ...(values.phone ? { phone: values.phone } : {}) }
}

function requireOption(option: 'login' | 'name' | 'administrator' | 'district' | 'key' | 'corp' | 'client'): string {
  const value = values[option]
  if (!value) throw new Refusal(`--${option} is missing\n${usage}`)
  return value
}

/** The token follows a #: browsers do not send that part, so the token reaches no log. */
function printInvitation(who: string, token: string) {
  console.log(`invitation for the ${who}, good for 7 days and once:\n${settings.publicUrl}/login#invite=${token}`)
}
