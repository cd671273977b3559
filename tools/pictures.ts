/**
 * Takes pictures of the demo for the documents and for reviews: `pnpm seed --size S`, `pnpm build`, `pnpm start`, and
 * then `pnpm pictures [--only NAME] [--to FOLDER] [--tall] [--png]`. `--tall` shows the whole of a scrolling page.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, request, type Browser } from '@playwright/test'
import sharp from 'sharp'
import { waitForIdle, watchPage } from '../entry/e2e/page-idle.ts'
import { createStepClaims, signInToDemo } from '../entry/seed/demo-totp.ts'
import { checkout, ports } from './stack/stack-paths.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    to: { type: 'string', default: join(checkout, 'docs/pictures') },
    at: { type: 'string', default: `http://127.0.0.1:${ports.api}` },
    password: { type: 'string', default: 'Qinghe-Luye-2026' },
    tall: { type: 'boolean', default: false },
    png: { type: 'boolean', default: false },
  },
})

const viewports = {
  '1366': { width: 1366, height: 768, tall: 1900, isPhone: false, isBig: false },
  '1920': { width: 1920, height: 1080, tall: 1600, isPhone: false, isBig: false },
  '390': { width: 390, height: 844, tall: 2200, isPhone: true, isBig: false },
  '1366-big': { width: 1366, height: 768, tall: 2600, isPhone: false, isBig: true },
  '390-big': { width: 390, height: 844, tall: 3200, isPhone: true, isBig: true },
} as const
type Viewport = keyof typeof viewports

const everywhere: readonly Viewport[] = ['1366', '1920', '390', '1366-big']
const inHand: readonly Viewport[] = ['390', '390-big']
const board = '/dataCentre/dataBoard'

interface Shot {
  name: string
  who: string
  path: string
  viewports: readonly Viewport[]
}

const shots: readonly Shot[] = [
  { name: 'board-head', who: 'shiyan.head', path: board, viewports: everywhere },
  { name: 'board-school', who: 'shiyan.admin', path: board, viewports: everywhere },
  { name: 'board-teacher', who: 'shiyan.teacher', path: board, viewports: everywhere },
  { name: 'board-district', who: 'yunhe.admin', path: board, viewports: everywhere },
  { name: 'board-audit', who: 'minghu.audit', path: board, viewports: everywhere },
  { name: 'board-security', who: 'minghu.security', path: board, viewports: everywhere },
  { name: 'board-new-school', who: 'weilai.admin', path: board, viewports: everywhere },
  { name: 'applications', who: 'shiyan.admin', path: '/dataCentre/appSupermarket', viewports: everywhere },
  { name: 'staff-home', who: 'shiyan.teacher', path: '/staffMain/index', viewports: inHand },
  { name: 'parent-home', who: 'shiyan.parent', path: '/studentMain/index', viewports: inHand },
  { name: 'pupils', who: 'shiyan.admin', path: '/baseData/Student', viewports: ['1366', '390'] },
  { name: 'readiness', who: 'yunhe.admin', path: '/baseData/SetUp', viewports: ['1366'] },
  { name: 'set-up', who: 'weilai.admin', path: '/baseData/SetUp', viewports: ['1366', '390'] },
  { name: 'authorise', who: 'yunhe.admin', path: '/systemSet/AppAuthorize', viewports: ['1366'] },
  { name: 'calendar', who: 'shiyan.admin', path: '/baseData/Terms?tab=calendar', viewports: ['1366'] },
  { name: 'rooms', who: 'shiyan.admin', path: '/baseData/Subjects?tab=rooms', viewports: ['1366', '390', '1366-big'] },
  { name: 'phone-rooms', who: 'shiyan.admin', path: '/staffMain/rooms', viewports: inHand },
  { name: 'phone-contacts', who: 'shiyan.head', path: '/directory', viewports: ['1366', ...inHand] },
  { name: 'phone-messages', who: 'shiyan.head', path: '/message', viewports: ['1366', ...inHand] },
  { name: 'phone-todos', who: 'shiyan.admin', path: '/message?kind=todo&state=open', viewports: ['1366', ...inHand] },
  { name: 'phone-support', who: 'shiyan.admin', path: '/support', viewports: ['1366', ...inHand] },
  { name: 'phone-switch', who: 'yunhe.admin', path: '/staffMain/switch', viewports: inHand },
]

interface Entered extends Record<string, unknown> {
  token: string
  needMsg: boolean
  msgId: string
}

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'
const take = createStepClaims()
const sessions = new Map<string, Promise<Entered>>()
/** There is one TOTP code of the demo in thirty seconds, so everybody signs in once. */
function sessionOf(userName: string) {
  const opened = sessions.get(userName) ?? openSession(userName)
  sessions.set(userName, opened)
  return opened
}

const isFamily = (userName: string) => /\.(?:parent|pupil)$/.test(userName)

async function openSession(userName: string) {
  // The second step needs the cookie of the first.
  const browsing = await request.newContext({ baseURL: asked.at, userAgent })
  const post = async (path: string, data: object) => {
    const answer = await browsing.post(path, { data })
    return (await answer.json()) as { ret: number; msg: string; data: Entered | null }
  }
  const who = { userName, userPwd: asked.password }
  if (!isFamily(userName)) return signInToDemo(post, { ...who, take })
  const since = new Date()
  const { data, msg } = await post('/api/users/userLogin', who)
  if (!data?.needMsg) return data ?? fail(msg)
  await post('/api/users/sendMsgCode', { msgId: data.msgId })
  const proved = await post('/api/users/checkCode', { msgId: data.msgId, code: await codeSince(since), trust: false })
  return proved.data ?? fail(proved.msg)
}

/** Families need the code sent to their phone: here to the simulator. */
async function codeSince(since: Date) {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${process.env['QIMING_SIM_SMS_URL']}/messages`)
    const messages = (await answer.json()) as { parameters: { code?: string }; at: string }[]
    const code = messages.findLast(({ parameters, at }) => parameters.code && new Date(at) >= since)?.parameters.code
    if (code) return code
    await sleep(200)
  }
  return fail('no code was sent')
}

function fail(message: string): never {
  throw new Error(message)
}

async function openPage(browser: Browser, { who, path }: Shot, viewport: Viewport) {
  const { width, height, tall, isPhone, isBig } = viewports[viewport]
  const context = await browser.newContext({
    viewport: { width, height: asked.tall ? tall : height },
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: asked.at,
  })
  await context.addCookies([{ name: 'bigText', value: isBig ? '1' : '0', url: asked.at }])
  const page = await context.newPage()
  await watchPage(page)
  const { token, modules: _modules, ...user } = await sessionOf(who)
  await page.goto('/favicon.svg')
  const stored = JSON.stringify([token, JSON.stringify(user)])
  await page.evaluate(`{
    const [token, user] = ${stored}
    localStorage.setItem('token', token)
    localStorage.setItem('user', user)
    document.cookie = 'sid=' + crypto.randomUUID() + '; path=/; samesite=lax'
  }`)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitForIdle(page)
  await page.locator('[aria-label=正在加载]').first().waitFor({ state: 'detached' })
  await waitForIdle(page)
  return page
}

mkdirSync(asked.to, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
for (const shot of shots.filter(({ name }) => name.includes(asked.only))) {
  for (const viewport of shot.viewports) {
    const page = await openPage(browser, shot, viewport)
    const drawn = sharp(await page.screenshot())
    const small = asked.png ? drawn.png({ palette: true }) : drawn.webp({ quality: 82, effort: 6 })
    const { size } = await small.toFile(join(asked.to, `${shot.name}-${viewport}.${asked.png ? 'png' : 'webp'}`))
    console.log(`${shot.name}-${viewport}: ${(size / 1024).toFixed(0)} kB`)
    await page.context().close()
  }
}
await browser.close()
