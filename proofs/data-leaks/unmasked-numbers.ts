import { buffer } from 'node:stream/consumers'
import { studentApi } from '#kernel/student/contract.ts'
import { staffApi } from '#kernel/staff/contract.ts'
import { taskApi } from '#kernel/task/contract.ts'
import { findIdNumbers, minCandidates, getLowestCandidates } from '../../entry/testing/id-number-candidates.ts'
import { ApiClient } from '../shared/browser.ts'
import { getDownloadUrl, exportMaskedFile, exportUnmaskedFile } from '../shared/exports.ts'
import { readObjectStore } from '../shared/data-places.ts'
import { findNumbers, unpackAll } from '../shared/secret-scanner.ts'
import { requireGood } from '../shared/upload.ts'
import { signInAs, type Attack, type AttackContext } from './attack.ts'

interface Page {
  items: { id: string; classId: string }[]
}

const knownNumbers = ({ truth }: AttackContext) => truth.filter(({ idCard }) => idCard !== '')

/** The rows of a workbook, each as its cells. */
async function rowsIn(url: string): Promise<string[][]> {
  const response = await fetch(url)
  const text = Buffer.concat(unpackAll(await buffer(response.body!))).toString()
  return [...text.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, cell]) => cell!),
  )
}

export const unmaskAttack: Attack = {
  finding: 'F2',
  what: 'masks beside birthdays, as the head of a school (neither reveal nor whole exports)',
  before: 'the whole number of 45 of 45 pupils out of an export without reason, code or second person',
  async run(field) {
    const head = await signInAs(field, 'shiyan.head')
    const known = knownNumbers(field)
    const list = await requireGood(head.post<Page>(studentApi.search.path, { pageSize: 50 }))
    const answers: unknown[] = [list]
    for (const { id } of list.items.slice(0, 10))
      answers.push(await requireGood(head.get(`${studentApi.detail.path}?id=${id}`)))
    const staff = await requireGood(head.post<{ items: { fUserID: string }[] }>(staffApi.search.path, { pageSize: 50 }))
    answers.push(staff)
    for (const { fUserID } of staff.items.slice(0, 10))
      answers.push(await requireGood(head.get(`${staffApi.getByUserId.path}?fUserID=${fUserID}`)))
    for (const question of [
      {
        source: 'student',
        columns: ['name', 'sex', 'idCard', 'studentNo', 'birthday'],
        filter: { classId: list.items[0]!.classId },
      },
      { source: 'staff', columns: ['name', 'sex', 'idCard', 'birthday'], filter: {} },
    ]) {
      const record = await exportMaskedFile(head, question)
      answers.push(await rowsIn(await getDownloadUrl(head, record)))
    }
    const findings = answers.flatMap((answer) => findIdNumbers(answer, known))
    const lowest = getLowestCandidates(findings) ?? 0
    return {
      now: `${findings.length} times something of a number in ${answers.length} answers and files: at least ${lowest} ID numbers remain possible`,
      isTight: findings.length > 100 && lowest >= minCandidates,
    }
  },
}

export const searchAttack: Attack = {
  finding: 'F2',
  what: 'looking for pupils by what their ID numbers end with',
  before: 'the last four of an ID number found its owner',
  async run(field) {
    const head = await signInAs(field, 'shiyan.head')
    const orgId = field.schools.get('云禾区实验学校')!
    const pupils = field.truth.filter((one) => one.studentId && one.idCard && one.orgId === orgId).slice(0, 10)
    let found = 0
    for (const { studentId, idCard } of pupils) {
      const { items } = await requireGood(
        head.post<Page>(studentApi.search.path, { keyword: idCard.slice(-4), pageSize: 50 }),
      )
      if (items.some(({ id }) => id === studentId)) found++
    }
    const whole = await requireGood(
      head.post<Page>(studentApi.search.path, { keyword: pupils[0]!.idCard, pageSize: 50 }),
    )
    return {
      now: `${found} of ${pupils.length} found by the last four; by the whole number ${whole.items.length} of 1`,
      isTight: found === 0 && whole.items.length === 1,
    }
  },
}

export const databaseDumpAttack: Attack = {
  finding: 'F12',
  what: 'reading the bucket',
  before: 'exports with whole numbers as plain workbooks, for seven days (by code)',
  async run(field) {
    const administrator = await signInAs(field, 'shiyan.admin')
    const { userInfoId } = await requireGood(administrator.get<{ userInfoId: string }>('/api/users/loginInof'))
    const { phone } = field.truth.find(({ personId }) => personId === userInfoId)!
    const second = await signInAs(field, 'shiyan.head')
    const question = { source: 'staff', filter: {}, columns: ['name', 'idCard', 'birthday'] }
    const record = await exportUnmaskedFile(administrator, phone, second, question)
    const objects = await readObjectStore(field.bucket)
    const hits = objects.flatMap((object) => findNumbers(object)).length
    const url = await getDownloadUrl(administrator, record)
    const shown = (await rowsIn(url))
      .flatMap((row) => findIdNumbers(row, knownNumbers(field)))
      .filter(({ left }) => left === 1)
    let left = 1
    for (let at = 0; at < 100 && left > 0; at++)
      left = await field.count(`select count(*) from tenant.file where expires_at is not null`)
    const again = (await fetch(url)).status
    const task = await new ApiClient(field.url).post(taskApi.result.path, { id: record.taskId })
    return {
      now:
        `${objects.length} objects, ${hits} numbers in them; downloaded once: ${shown.length} numbers; ` +
        `a second time: ${again}, ${left} files left`,
      isTight: hits === 0 && shown.length > 0 && again === 404 && left === 0 && task.ret !== 1,
    }
  },
}

export const inviteSlipAttack: Attack = {
  finding: 'F3',
  what: 'slips for the children of a class, as their teacher',
  before: 'the whole 学籍号 of 40 children in one call: no reason, no line in the log',
  async run(field) {
    const teacher = await signInAs(field, 'shiyan.teacher')
    const { items } = await requireGood(teacher.post<Page>(studentApi.search.path, { pageSize: 40 }))
    const ids = items.map(({ id }) => id)
    const lines = () => field.count('select count(*) from tenant.reveal_log')
    const before = await lines()
    const silent = await teacher.post<unknown>(studentApi.slips.path, { ids })
    const asked =
      silent.ret === 1 ? silent : await teacher.post<unknown>(studentApi.slips.path, { ids, reason: '发放账号单' })
    const revealed = findIdNumbers(asked.data, knownNumbers(field)).filter(({ left }) => left === 1).length
    const written = (await lines()) - before
    return {
      now: `without a reason ${silent.ret}; ${revealed} whole numbers of ${ids.length} children, ${written} lines in the log`,
      isTight: revealed === 0 && silent.ret !== 1 && (asked.ret !== 1 || written > 0),
    }
  },
}
