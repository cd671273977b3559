import { z } from 'zod'
import { defineEvent, enumOf, labels, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** The sealed logs. */
export const sealedLogTitles = labels({
  'operation-log': '用户操作日志',
  'login-log': '登录日志',
  'identity-log': '身份认证调整日志',
  'download-log': '文件访问日志',
  'reveal-log': '完整信息查看日志',
  'security-event': '安全事件',
  'entity-change': '字段变更记录',
  'login-end': '登录结束记录',
  'api-call-log': 'API调用日志',
})

export const sealFindings = labels({
  'row changed': { label: '记录被修改', tone: 'error' },
  'row removed': { label: '记录被删除', tone: 'error' },
  'row added': { label: '记录被添加', tone: 'error' },
  'seal removed': { label: '封存被删除', tone: 'error' },
  'seal changed': { label: '封存被修改', tone: 'error' },
  gap: { label: '封存不连续', tone: 'error' },
  'archive removed': { label: '归档文件缺失', tone: 'error' },
  'archive changed': { label: '归档文件被修改', tone: 'error' },
  'not sealed': { label: '未按时封存', tone: 'error' },
  'sealed late': { label: '封存较晚', tone: 'warning' },
})

/** A nightly check found logs that are not what was sealed. */
export const logCheckFailed = defineEvent('log.check-failed', z.object({ date: z.iso.date(), count: z.int() }), {
  description: 'The logs of a day are not what was sealed.',
})

const logName = enumOf(sealedLogTitles)
const day = z.object({ date: z.iso.date('日期格式不正确') })

/** The seals of a log on one day. */
const sealsOfLog = z
  .object({
    log: logName,
    seals: z.int(),
    rows: z.int(),
    sealedUntil: z.iso.datetime().nullable(),
    /** The signature of the last seal of the day: the head of the chain, to be compared with a copy elsewhere. */
    head: z.string(),
  })
  .meta({ id: 'LogSeals' })
export type LogSeals = z.output<typeof sealsOfLog>

const finding = z
  .object({
    kind: enumOf(sealFindings),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    seal: z.int(),
    /** Rows that were sealed and rows that are there, where that is what differs. */
    sealedRows: z.int().nullable(),
    presentRows: z.int().nullable(),
    /** No proof of a change: the rows were sealed late. */
    isNote: z.boolean(),
  })
  .meta({ id: 'SealFinding' })
export type SealFinding = z.output<typeof finding>

const checkedLog = z
  .object({
    log: logName,
    seals: z.int(),
    rows: z.int(),
    /** The archive files with rows of this day; they were read and compared. */
    archives: z.int(),
    isIntact: z.boolean(),
    findings: z.array(finding),
  })
  .meta({ id: 'CheckedLog' })
export type CheckedLog = z.output<typeof checkedLog>

export const sealApi = {
  seals: route({
    method: 'GET',
    path: '/api/logs/seals',
    title: '日志封存记录',
    access: 'log.verify',
    query: day,
    data: z.array(sealsOfLog),
  }),
  verify: route({
    method: 'GET',
    path: '/api/logs/verify',
    title: '校验日志',
    access: 'log.verify',
    ownTransactions: true,
    query: day,
    data: z.object({ date: z.string(), isIntact: z.boolean(), message: z.string(), logs: z.array(checkedLog) }),
  }),
}
