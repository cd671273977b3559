/**
 * Takes pictures of the demo for the documents and for reviews: `pnpm seed --size S`, `pnpm build`, `pnpm start`, and
 * then `pnpm pictures [--only NAME] [--to FOLDER] [--tall] [--png] [--theme dark] [--every 1366 [--who NAME]]`. `--tall`
 * shows the whole of a scrolling page. `--every` takes, instead of the shots, every page that the accessibility journey
 * opens, at one size; the pages after sign-in as `--who`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, request, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import {
  developerPages,
  familyPages,
  galleryPages,
  platformPages,
  publicPages,
  signedInPages,
} from '../entry/e2e/page-addresses.ts'
import { waitForIdle, watchPage } from '../entry/e2e/page-idle.ts'
import { createStepClaims, signInToDemo, takeUnusedCode } from '../entry/seed/demo-totp.ts'
import { checkout, ports } from './stack/stack-paths.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    to: { type: 'string', default: join(checkout, 'docs/pictures') },
    at: { type: 'string', default: `http://127.0.0.1:${ports.api}` },
    password: { type: 'string', default: 'Qinghe-Luye-2026' },
    tall: { type: 'boolean', default: false },
    png: { type: 'boolean', default: false },
    theme: { type: 'string', default: 'light' },
    every: { type: 'string', default: '' },
    who: { type: 'string', default: 'yunhe.admin' },
  },
})

const viewports = {
  '1366': { width: 1366, height: 768, tall: 1900, isPhone: false, isBig: false },
  '1920': { width: 1920, height: 1080, tall: 1600, isPhone: false, isBig: false },
  '390': { width: 390, height: 844, tall: 2200, isPhone: true, isBig: false },
  '1366-big': { width: 1366, height: 768, tall: 2600, isPhone: false, isBig: true },
  '390-big': { width: 390, height: 844, tall: 3200, isPhone: true, isBig: true },
  '360-big': { width: 360, height: 740, tall: 3200, isPhone: true, isBig: true },
} as const
type Viewport = keyof typeof viewports

const everywhere: readonly Viewport[] = ['1366', '1920', '390', '1366-big']
const inHand: readonly Viewport[] = ['390', '390-big']
const listShots: readonly Viewport[] = ['1366', '390', '1366-big']
const board = '/dataCentre/dataBoard'
const leave = '/application/TeacherAskForLeave'
/** The month before the last one: the demo has closed it. */
const closedMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 2, 1))
  .toISOString()
  .slice(0, 10)
const handover = '/baseData/Handover'
/** The first pupil of a class. */
const pupilLink = ':is(main, #content) a[href*="pupil="]'
/** 核实 of the first child. */
const resolveButton = 'article button:has-text("核实")'
/** The first row of a list, as a table or as cards. */
const openRow = 'a[data-name], :is(main, #content) li > button'
const selectors: readonly string[] = [openRow, pupilLink, resolveButton]
const rollCall = '/application/CallTheRoll'
const affairs = '/application/educationalAdministration'
const interfaces = '/developer/dataCollectManagement'
const logs = '/logMmanagement'

interface Shot {
  name: string
  who: string
  path: string
  viewports: readonly Viewport[]
  /** What is pressed before the picture: names of buttons and links. */
  press?: readonly string[]
  /** As it is printed. */
  isPrinted?: boolean
  /** Calls that fail: a part of their address. */
  fails?: string
}

/** Pages of one area at the sizes of a list: name, who opens it, address, and what is pressed then. */
const list = (area: string, rows: readonly (readonly [string, string, string, ...string[]])[]): Shot[] =>
  rows.map(([name, who, path, ...press]) => ({ name: `${area}-${name}`, who, path, press, viewports: listShots }))

const shots: readonly Shot[] = [
  { name: 'board-head', who: 'shiyan.head', path: board, viewports: everywhere },
  { name: 'board-school', who: 'shiyan.admin', path: board, viewports: everywhere },
  { name: 'board-teacher', who: 'shiyan.teacher', path: board, viewports: everywhere },
  { name: 'board-district', who: 'yunhe.admin', path: board, viewports: everywhere },
  { name: 'developer-data', who: 'yunhe.admin', path: '/developer/applicationData', viewports: ['1366', '390'] },
  { name: 'developer-days', who: 'yunhe.admin', path: '/developer/applicationDataDetail', viewports: ['1366', '390'] },
  { name: 'developer-apis', who: 'yunhe.admin', path: `${interfaces}?api=students`, viewports: ['1366', '390'] },
  { name: 'developer-grants', who: 'yunhe.admin', path: `${interfaces}?tab=grants`, viewports: ['1366', '390'] },
  { name: 'developer-collect', who: 'yunhe.admin', path: `${interfaces}?tab=collect`, viewports: ['1366', '390'] },
  {
    name: 'developer-quarantine',
    who: 'yunhe.admin',
    path: `${interfaces}?tab=quarantine`,
    viewports: ['1366', '390'],
  },
  { name: 'board-clerk', who: 'yunhe.office', path: board, viewports: everywhere },
  { name: 'board-grade', who: 'shiyan.grade', path: board, viewports: everywhere },
  { name: 'board-audit', who: 'minghu.audit', path: board, viewports: everywhere },
  { name: 'board-security', who: 'minghu.security', path: board, viewports: everywhere },
  { name: 'board-new-school', who: 'weilai.admin', path: board, viewports: everywhere },
  { name: 'applications', who: 'shiyan.admin', path: '/dataCentre/appSupermarket', viewports: everywhere },
  { name: 'staff-home', who: 'shiyan.teacher', path: '/staffMain/index', viewports: inHand },
  { name: 'parent-home', who: 'shiyan.parent', path: '/studentMain/index', viewports: inHand },
  { name: 'pupils', who: 'shiyan.admin', path: '/baseData/Student', viewports: ['1366', '390'] },
  { name: 'readiness', who: 'yunhe.admin', path: '/baseData/SetUp', viewports: ['1366'] },
  { name: 'set-up', who: 'weilai.admin', path: '/baseData/SetUp', viewports: ['1366', '390'] },
  { name: 'authorise', who: 'yunhe.admin', path: '/systemSet/AppAuthorize', viewports: ['1366', '390', '1366-big'] },
  { name: 'roles', who: 'yunhe.admin', path: '/systemSet/Role', viewports: ['1366', '390', '1366-big'] },
  { name: 'settings', who: 'yunhe.admin', path: '/systemSet/Setting', viewports: ['1366', '390', '1366-big'] },
  ...list('cover', [
    ['today', 'shiyan.admin', '/application/classAdjustQuery/today'],
    ['tomorrow', 'shiyan.admin', '/application/classAdjustQuery/today', '明天'],
    ['recommended', 'shiyan.admin', '/application/classAdjustQuery/today', '明天', '一键推荐'],
    ['mine', 'shiyan.teacher', '/application/classAdjustQuery/mine'],
    ['incoming', 'shiyan.teacher', '/application/classAdjustQuery/mine?tab=asked'],
    ['apply', 'shiyan.teacher', '/application/classAdjustQuery/mine?fill=new'],
    ['records', 'shiyan.admin', '/application/classAdjustQuery'],
    ['statistics', 'shiyan.admin', '/application/classAdjustQuery/statistics'],
  ]),
  ...list('attendance', [
    ['roll', 'shiyan.teacher', rollCall],
    ['roll-open', 'shiyan.teacher', rollCall, openRow],
    ['unexplained', 'shiyan.admin', `${rollCall}/unexplained`],
    ['resolve', 'shiyan.admin', `${rollCall}/unexplained`, resolveButton],
    ['class', 'shiyan.teacher', `${rollCall}/class`],
    ['pupil', 'shiyan.teacher', `${rollCall}/class`, pupilLink],
    ['records', 'shiyan.admin', `${rollCall}/records`],
    ['record', 'shiyan.admin', `${rollCall}/records`, openRow],
    ['leave', 'shiyan.admin', `${rollCall}/leave`],
    ['leave-one', 'shiyan.admin', `${rollCall}/leave`, openRow],
    ['leave-form', 'shiyan.admin', `${rollCall}/leave`, '登记请假'],
    ['statistics', 'shiyan.admin', `${rollCall}/statistics`],
  ]),
  {
    name: 'attendance-month-sheet',
    who: 'shiyan.teacher',
    path: `${rollCall}/class`,
    press: ['打印月考勤表'],
    isPrinted: true,
    viewports: ['1366'],
  },
  ...(
    [
      ['roll', 'shiyan.teacher', rollCall],
      ['roll-open', 'shiyan.teacher', rollCall, openRow],
      ['roll-unexplained', 'shiyan.teacher', `${rollCall}/unexplained`],
      ['family-leave', 'shiyan.parent', '/studentMain/leave'],
      ['family-leave-form', 'shiyan.parent', '/studentMain/leave?fill=new'],
      ['family-attendance', 'shiyan.parent', '/studentMain/attendance'],
    ] as const
  ).map(([name, who, path, ...press]): Shot => ({
    name: `${name}-phone`,
    who,
    path,
    press,
    viewports: [...inHand, '360-big'],
  })),
  { name: 'faces', who: 'shiyan.admin', path: '/baseData/StudentFace', viewports: ['1366', '390', '1366-big'] },
  { name: 'flows', who: 'shiyan.admin', path: '/systemSet/flows', viewports: ['1366', '390', '1366-big'] },
  {
    name: 'flow-designer',
    who: 'shiyan.admin',
    path: '/systemSet/flows?subject=student-transfer',
    viewports: ['1366', '390', '1366-big'],
  },
  {
    name: 'approval-settings',
    who: 'shiyan.teacher',
    path: '/personal/approvals',
    viewports: ['1366', '390', '390-big'],
  },
  { name: 'access', who: 'yunhe.admin', path: '/systemSet/Access', viewports: ['1366', '390'] },
  { name: 'calendar', who: 'shiyan.admin', path: '/baseData/Terms?tab=calendar', viewports: ['1366'] },
  {
    name: 'statistics',
    who: 'shiyan.admin',
    path: '/dataCentre/dataStatistics?view=subjects&period=term',
    viewports: everywhere,
  },
  {
    name: 'statistics-month',
    who: 'shiyan.admin',
    path: '/dataCentre/dataStatistics?view=subjects',
    viewports: ['1366', '390-big'],
  },
  ...list('app-data', [
    ['district', 'yunhe.admin', '/appData/index?key=roll-call&code=attendance.rate'],
    ['school', 'shiyan.head', '/appData/index?key=teacher-leave&code=leave.days'],
    ['missing', 'yunhe.admin', '/appData/index?key=roll-call&code=attendance.rate', '未完成名单'],
  ]),
  { name: 'use-district', who: 'yunhe.admin', path: '/dataCentre/dataStatistics', viewports: everywhere },
  { name: 'use-schools', who: 'yunhe.admin', path: '/dataCentre/dataStatistics?by=org', viewports: listShots },
  { name: 'statistics-class', who: 'shiyan.teacher', path: '/dataCentre/dataStatistics', viewports: ['1366'] },
  { name: 'app-statistics', who: 'yunhe.admin', path: '/dataCentre/dataStatistics?by=org', viewports: everywhere },
  {
    name: 'statistics-district',
    who: 'yunhe.admin',
    path: '/dataCentre/dataStatistics?view=subjects',
    viewports: ['1366'],
  },
  {
    name: 'statistics-drawer',
    who: 'shiyan.admin',
    path: '/dataCentre/dataStatistics?drill=student.unbound',
    viewports: [...everywhere, '390-big'],
  },
  { name: 'statistics-gallery', who: 'shiyan.admin', path: '/icon/statistics', viewports: ['1366', '390'] },
  { name: 'rooms', who: 'shiyan.admin', path: '/baseData/Subjects?tab=rooms', viewports: ['1366', '390', '1366-big'] },
  { name: 'support', who: 'shiyan.admin', path: '/support', viewports: listShots },
  { name: 'data-sources', who: 'yunhe.admin', path: '/systemSet/dataSource', viewports: listShots },
  { name: 'handover-list', who: 'shiyan.admin', path: handover, viewports: listShots },
  { name: 'handover-new', who: 'shiyan.admin', path: handover, press: ['开始交接'], viewports: listShots },
  {
    name: 'handover-detail',
    who: 'shiyan.admin',
    path: `${handover}?status=running`,
    press: [openRow],
    viewports: listShots,
  },
  {
    name: 'handover-choose',
    who: 'shiyan.admin',
    path: `${handover}?status=running`,
    press: [openRow, '全部交给…'],
    viewports: listShots,
  },
  {
    name: 'handover-force',
    who: 'shiyan.admin',
    path: `${handover}?status=running`,
    press: [openRow, '强制完成'],
    viewports: ['1366', '390'],
  },
  {
    name: 'handover-done',
    who: 'shiyan.admin',
    path: `${handover}?status=done`,
    press: [openRow],
    viewports: ['1366'],
  },
  { name: 'handover-none', who: 'shiyan.admin', path: `${handover}?keyword=无此人`, viewports: ['1366', '390'] },
  { name: 'subjects', who: 'shiyan.admin', path: '/baseData/Subjects', viewports: listShots },
  { name: 'contact-groups', who: 'shiyan.teacher', path: '/directory/groups', viewports: listShots },
  { name: 'requests', who: 'yunhe.admin', path: '/systemSet/Requests', viewports: listShots },
  ...list('log', [
    ['operations', 'yunhe.admin', `${logs}/operationLogs`],
    ['operation', 'yunhe.admin', `${logs}/operationLogs`, openRow],
    ['object-history', 'yunhe.admin', `${logs}/operationLogs`, openRow, '对象历史'],
    ['operations-none', 'yunhe.admin', `${logs}/operationLogs?keyword=无此人`],
    ['identity', 'yunhe.admin', `${logs}/IdentityAuthenticationLog`],
    ['identity-one', 'yunhe.admin', `${logs}/IdentityAuthenticationLog`, openRow],
    ['logins', 'yunhe.admin', `${logs}/loginLog`],
    ['login', 'yunhe.admin', `${logs}/loginLog`, openRow],
    ['calls', 'yunhe.admin', `${logs}/APICall`],
    ['call-minutes', 'yunhe.admin', `${logs}/APICall?tab=minutes`],
    ['sms', 'yunhe.admin', `${logs}/smsLogs`],
    ['sms-one', 'yunhe.admin', `${logs}/smsLogs`, openRow],
    ['sessions', 'yunhe.admin', `${logs}/onlineSessions`],
    ['session-end', 'yunhe.admin', `${logs}/onlineSessions`, '踢出'],
    ['seals', 'yunhe.admin', `${logs}/logSeals`],
    ['seal', 'yunhe.admin', `${logs}/logSeals`, openRow],
    ['warnings', 'minghu.audit', `${logs}/securityEvents`],
  ]),
  ...list('developers', [
    ['list', 'yunhe.admin', '/developer/developerManagement'],
    ['one', 'yunhe.admin', '/developer/developerManagement', openRow],
    ['applications', 'yunhe.admin', '/developer/useManagement'],
    ['secret', 'yunhe.admin', '/developer/useManagement', openRow, '密钥'],
    ['grant', 'yunhe.admin', `${interfaces}?tab=grants`, '审批'],
    ['apply-grant', 'yunhe.admin', `${interfaces}?tab=grants`, '申请授权'],
    ['collect', 'yunhe.admin', `${interfaces}?tab=collect`],
    ['quarantine-one', 'yunhe.admin', `${interfaces}?tab=quarantine`, openRow],
  ]),
  ...list('apply', [
    ['sign-in', '', '/developerLogin'],
    ['register', '', '/developerRegister'],
    ['list', 'qinghe.dev', '/useApply'],
    ['one', 'qinghe.dev', '/useApply', openRow],
    ['new', 'qinghe.dev', '/useApply?fill=new'],
    ['none', 'qinghe.dev', '/useApply?keyword=无此应用'],
    ['messages', 'qinghe.dev', '/useApply/messages'],
    ['company', 'qinghe.dev', '/useApply/company'],
    ['member', 'qinghe.dev', '/useApply/company', '添加成员'],
  ]),
  ...list('platform', [
    ['sign-in', '', '/developerLogin?tab=platform'],
    ['districts', 'platform.admin', '/platform/districts'],
    ['district-new', 'platform.admin', '/platform/districts', '新建地区'],
    ['catalogue', 'platform.admin', '/platform/catalogue'],
    ['constants', 'platform.admin', '/platform/constants'],
    ['developers', 'platform.admin', '/platform/developers'],
    ['administrators', 'platform.admin', '/platform/administrators'],
    ['log', 'platform.admin', '/platform/log'],
  ]),
  { name: 'rooms-phone', who: 'shiyan.admin', path: '/staffMain/rooms', viewports: inHand },
  { name: 'contacts-phone', who: 'shiyan.head', path: '/directory', viewports: ['1366', ...inHand] },
  { name: 'messages-phone', who: 'shiyan.head', path: '/message', viewports: ['1366', ...inHand] },
  { name: 'todos-phone', who: 'shiyan.admin', path: '/message?kind=todo&state=open', viewports: ['1366', ...inHand] },
  { name: 'support-phone', who: 'shiyan.admin', path: '/support', viewports: ['1366', ...inHand] },
  { name: 'switch-phone', who: 'yunhe.admin', path: '/staffMain/switch', viewports: inHand },
  { name: 'rooms', who: 'shiyan.admin', path: '/baseData/Subjects?tab=rooms', viewports: listShots },
  { name: 'leave-own', who: 'shiyan.teacher', path: leave, viewports: [...listShots, '390-big'] },
  { name: 'leave-own-open', who: 'shiyan.teacher', path: leave, press: [openRow], viewports: ['1366', '390'] },
  { name: 'leave-own-ledger', who: 'shiyan.teacher', path: leave, press: ['到期'], viewports: ['1366', '1366-big'] },
  { name: 'leave-own-none', who: 'shiyan.teacher', path: `${leave}?status=void`, viewports: ['1366', '390'] },
  {
    name: 'leave-own-failed',
    who: 'shiyan.teacher',
    path: leave,
    fails: '/api/teacherLeave/',
    viewports: ['1366', '390'],
  },
  { name: 'leave-form', who: 'shiyan.teacher', path: `${leave}?fill=new`, viewports: [...listShots, '390-big'] },
  {
    name: 'leave-form-filled',
    who: 'shiyan.teacher',
    path: `${leave}?fill=new`,
    press: ['病假'],
    viewports: ['1366', '1366-big'],
  },
  {
    name: 'leave-form-chosen',
    who: 'shiyan.teacher',
    path: `${leave}?fill=new`,
    press: ['病假', '上午', '就医'],
    viewports: inHand,
  },
  { name: 'leave-calendar', who: 'shiyan.admin', path: `${leave}/calendar`, viewports: [...listShots, '390-big'] },
  {
    name: 'leave-calendar-print',
    who: 'shiyan.admin',
    path: `${leave}/calendar`,
    isPrinted: true,
    viewports: ['1366'],
  },
  {
    name: 'leave-calendar-failed',
    who: 'shiyan.admin',
    path: `${leave}/calendar`,
    fails: '/api/teacherLeave/calendar',
    viewports: ['1366', '390'],
  },
  { name: 'leave-calendar-empty', who: 'shiyan.admin', path: `${leave}/calendar?month=2030-01`, viewports: ['1366'] },
  { name: 'leave-calendar-colleague', who: 'shiyan.teacher', path: `${leave}/calendar`, viewports: ['1366'] },
  { name: 'leave-calendar-bureau', who: 'yunhe.admin', path: `${leave}/calendar`, viewports: ['1366', '390'] },
  { name: 'leave-overtime', who: 'shiyan.teacher', path: `${leave}/overtime`, viewports: listShots },
  {
    name: 'leave-overtime-form',
    who: 'shiyan.teacher',
    path: `${leave}/overtime`,
    press: ['申请调休'],
    viewports: listShots,
  },
  { name: 'leave-records', who: 'shiyan.admin', path: `${leave}/records`, viewports: listShots },
  {
    name: 'leave-records-open',
    who: 'shiyan.admin',
    path: `${leave}/records`,
    press: [openRow],
    viewports: ['1366', '390'],
  },
  {
    name: 'leave-records-void',
    who: 'shiyan.admin',
    path: `${leave}/records?status=closed`,
    press: [openRow, '作废'],
    viewports: ['1366'],
  },
  {
    name: 'leave-records-back',
    who: 'shiyan.admin',
    path: `${leave}/records?status=awaiting-return`,
    press: [openRow, '销假'],
    viewports: ['1366'],
  },
  { name: 'leave-records-import', who: 'shiyan.admin', path: `${leave}/records`, press: ['导入'], viewports: ['1366'] },
  { name: 'leave-records-form', who: 'shiyan.admin', path: `${leave}/records?fill=new`, viewports: listShots },
  { name: 'leave-summary', who: 'shiyan.admin', path: `${leave}/summary`, viewports: listShots },
  { name: 'leave-summary-term', who: 'shiyan.admin', path: `${leave}/summary?period=term`, viewports: ['1366'] },
  {
    name: 'leave-summary-open',
    who: 'shiyan.admin',
    path: `${leave}/summary`,
    press: [openRow],
    viewports: ['1366', '390'],
  },
  { name: 'leave-summary-close', who: 'shiyan.admin', path: `${leave}/summary`, press: ['结账'], viewports: ['1366'] },
  {
    name: 'leave-summary-reopen',
    who: 'shiyan.admin',
    path: `${leave}/summary?day=${closedMonth}`,
    press: ['反结账'],
    viewports: ['1366'],
  },
  { name: 'leave-summary-print', who: 'shiyan.admin', path: `${leave}/summary`, isPrinted: true, viewports: ['1366'] },
  { name: 'leave-summary-bureau', who: 'yunhe.admin', path: `${leave}/summary?below=1`, viewports: ['1366'] },
  { name: 'leave-balances', who: 'shiyan.admin', path: `${leave}/balances`, viewports: listShots },
  {
    name: 'leave-balances-grant',
    who: 'shiyan.admin',
    path: `${leave}/balances`,
    press: ['全员发放'],
    viewports: listShots,
  },
  {
    name: 'leave-balances-open',
    who: 'shiyan.admin',
    path: `${leave}/balances`,
    press: [openRow],
    viewports: ['1366', '390'],
  },
  { name: 'leave-statistics', who: 'shiyan.admin', path: `${leave}/statistics`, viewports: listShots },
  { name: 'leave-types', who: 'shiyan.admin', path: `${leave}/types`, viewports: listShots },
  {
    name: 'leave-types-form',
    who: 'shiyan.admin',
    path: `${leave}/types`,
    press: ['新建假期类型'],
    viewports: ['1366', '390'],
  },
  { name: 'leave-away', who: 'shiyan.head', path: `${leave}/calendar`, viewports: inHand },
  ...list('timetable', [
    ['areas', 'shiyan.admin', affairs],
    ['versions', 'shiyan.admin', `${affairs}/timetable`],
    ['published', 'shiyan.admin', `${affairs}/timetable`, '学期课表'],
    ['draft', 'shiyan.admin', `${affairs}/timetable`, '月调整'],
    ['checked', 'shiyan.admin', `${affairs}/timetable`, '月调整', '检查'],
    ['solve', 'shiyan.admin', `${affairs}/timetable`, '月调整', '自动排课'],
    ['publish', 'shiyan.admin', `${affairs}/timetable`, '月调整', '发布'],
    ['rules', 'shiyan.admin', `${affairs}/rules`],
    ['rule', 'shiyan.admin', `${affairs}/rules`, '新建要求'],
    ['hours', 'shiyan.admin', `${affairs}/hours`],
    ['hours-by-class', 'shiyan.admin', `${affairs}/hours?tab=classes`],
    ['professions', 'shiyan.admin', `${affairs}/professions`],
    ['rights', 'shiyan.admin', `${affairs}/permission`],
    ['new-school', 'weilai.admin', `${affairs}/timetable`],
  ]),
  { name: 'timetable-own', who: 'shiyan.teacher', path: '/staffMain/timetable', viewports: inHand },
  { name: 'timetable-child', who: 'shiyan.parent', path: '/studentMain/timetable', viewports: inHand },
  { name: 'approvals', who: 'shiyan.head', path: '/approval', viewports: ['1366', '1366-big', ...inHand] },
  { name: 'approvals-school', who: 'shiyan.admin', path: '/approval?tab=managed', viewports: ['1366', '1366-big'] },
  { name: 'approvals-own', who: 'shiyan.admin', path: '/approval?tab=mine', viewports: ['1366', '390'] },
]

const everyPage = (viewport: string): Shot[] => {
  if (!Object.hasOwn(viewports, viewport)) fail(`no such size: ${viewport}`)
  const shot = (who: string, path: string) => ({
    name: path.replaceAll(/[^\w]+/g, '-').slice(1),
    who,
    path,
    viewports: [viewport as Viewport],
  })
  return [
    ...publicPages.map((path) => shot('', path)),
    ...signedInPages.map((path) => shot(asked.who, path)),
    ...developerPages.map((path) => shot('qinghe.dev', path)),
    ...platformPages.map((path) => shot('platform.admin', path)),
    ...familyPages.map((path) => shot('shiyan.parent', path)),
    ...galleryPages.map((piece) => shot(asked.who, `/icon${piece}`)),
  ]
}

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

async function openPage(browser: Browser, { who, path, press = [], isPrinted, fails }: Shot, viewport: Viewport) {
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
  await context.addCookies([
    { name: 'bigText', value: isBig ? '1' : '0', url: asked.at },
    { name: 'theme', value: asked.theme, url: asked.at },
  ])
  // The theme of the account would go before that of the device.
  await context.route('**/api/access/menu*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data?: object }
    await route.fulfill({ response, json: { ...answer, data: answer.data && { ...answer.data, theme: asked.theme } } })
  })
  // The sheets stay for as long as nobody has printed them.
  if (isPrinted) await context.addInitScript('window.print = () => {}')
  if (fails) await context.route(`**${fails}*`, (route) => route.abort())
  const page = await context.newPage()
  await watchPage(page)
  if (who) await storeSession(page, who)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitForIdle(page)
  // The sample pages show pages that never finish loading.
  if (!asked.every) await page.locator('[aria-label=正在加载]').first().waitFor({ state: 'detached' })
  await waitForIdle(page)
  for (const name of press) {
    const target = selectors.includes(name)
      ? page.locator(name)
      : page.locator('button, a, label').filter({ hasText: name })
    const found = await target
      .filter({ visible: true })
      .first()
      .click({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      )
    if (!found) console.log(`nothing to press: ${name}`)
    await waitForIdle(page)
  }
  if (isPrinted) await page.emulateMedia({ media: 'print' })
  return page
}

const outsideAccounts: Readonly<Record<string, { service: string; key: string }>> = {
  'qinghe.dev': { service: '/api/developer', key: 'developerToken' },
  'platform.admin': { service: '/api/platform', key: 'adminToken' },
}

/** Developers prove themselves by a text message, platform administrators by the authenticator. */
async function openOutsideSession(userName: string, service: string): Promise<Entered> {
  const browsing = await request.newContext({ baseURL: asked.at, userAgent })
  const post = async (path: string, data: object) => {
    const answer = await browsing.post(service + path, { data })
    const { data: given, msg } = (await answer.json()) as { msg: string; data: (Entered & { ticket: string }) | null }
    return given ?? fail(`${userName}: ${msg}`)
  }
  const since = new Date()
  let { ticket } = await post('/login', { userName, userPwd: asked.password })
  if (service === '/api/developer') ({ ticket } = await post('/sendMsgCode', { ticket }))
  const code = service === '/api/developer' ? await codeSince(since) : await takeUnusedCode(userName, take)
  return post('/loginCode', { ticket, code })
}

async function storeSession(page: Page, who: string) {
  const outside = outsideAccounts[who]
  if (outside) {
    const opened = sessions.get(who) ?? openOutsideSession(who, outside.service)
    sessions.set(who, opened)
    await page.goto('/favicon.svg')
    const { token } = await opened
    const stored = JSON.stringify([outside.key, token])
    await page.evaluate(`{
      localStorage.setItem(...${stored})
      document.cookie = 'sid=' + crypto.randomUUID() + '; path=/; samesite=lax'
    }`)
    return
  }
  const { token, modules: _modules, ...user } = await sessionOf(who)
  await page.goto('/favicon.svg')
  const stored = JSON.stringify([token, JSON.stringify(user)])
  await page.evaluate(`{
    const [token, user] = ${stored}
    localStorage.setItem('token', token)
    localStorage.setItem('user', user)
    document.cookie = 'sid=' + crypto.randomUUID() + '; path=/; samesite=lax'
  }`)
}

mkdirSync(asked.to, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
const chosen = asked.every ? everyPage(asked.every) : shots
for (const shot of chosen.filter(({ name }) => name.includes(asked.only))) {
  for (const viewport of shot.viewports) {
    const page = await openPage(browser, shot, viewport)
    const drawn = sharp(await page.screenshot())
    const small = asked.png ? drawn.png({ palette: true }) : drawn.webp({ quality: 82, effort: 6 })
    const name = [shot.name, viewport, ...(asked.theme === 'light' ? [] : [asked.theme])].join('-')
    const { size } = await small.toFile(join(asked.to, `${name}.${asked.png ? 'png' : 'webp'}`))
    console.log(`${name}: ${(size / 1024).toFixed(0)} kB`)
    await page.context().close()
  }
}
await browser.close()
