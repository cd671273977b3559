import { dayOf, emptyId, idCardCheckDigit } from '#packages/core'
import { personalApi } from '#kernel/personal/contract.ts'
import { staffApi } from '#kernel/staff/contract.ts'
import type { ApiClient } from './browser.ts'
import { newPhone } from './schools.ts'
import { requireGood, uploadWhole } from './upload.ts'

const nextMonth = dayOf(new Date(Date.now() + 30 * 86_400_000))
/** Three searches each: more than thirty searches by number within a minute are refused. */
const searchedFor = 9

/** A revealed number, with the value that was typed. */
export interface RevealRequest {
  id: string
  field: string
  reason: string
  shown: string
  typed: string
}

interface Colleague {
  id: string
  name: string
  mobile: string
  idCard: string
}

interface Found {
  items: { fUserID: string; fMobilePhone: string; fidCard: string }[]
  itemCount: number
}

let nextOrder = Math.floor(Math.random() * 400)
/** A woman's number of an area code that does not exist. */
function newIdCard() {
  const first17 = `330199198${Math.floor(Math.random() * 9)}0${1 + Math.floor(Math.random() * 8)}1${Math.floor(Math.random() * 9)}${String((nextOrder++ * 2) % 1000).padStart(3, '0')}`
  return first17 + idCardCheckDigit(first17)
}

/** The work of a school administrator with this many people, as the pages do it. */
export async function doStaffWork(who: ApiClient, count: number) {
  const typed: string[] = []
  const note = (value: string) => {
    typed.push(value)
    return value
  }
  const { orgId, departmentId } = await getOwnMembership(who)
  const colleagues: Colleague[] = []
  for (let at = 0; at < count; at++) {
    const colleague = { name: `沈映雪${at}`, mobile: note(newPhone()), idCard: note(newIdCard()) }
    const draft = { name: colleague.name, mobile: colleague.mobile, idCard: colleague.idCard }
    await requireGood(who.post(personalApi.saveDraft.path, { key: `user:new${at}`, value: draft }))
    const place = { orgId, departmentId, startsOn: '2026-09-01', joinExisting: false }
    const { id } = await requireGood(
      who.post<{ id: string }>(staffApi.add.path, { ...place, ...factsOf(colleague, note) }),
    )
    colleagues.push({ ...colleague, id })
  }
  await refusals(who, { orgId, departmentId }, colleagues[0]!, note)
  for (const colleague of colleagues.slice(0, count / 2)) await edit(who, colleague, note)
  for (const colleague of colleagues.slice(0, searchedFor)) await search(who, colleague)
  const looks: RevealRequest[] = []
  for (const colleague of colleagues.slice(0, 10)) looks.push(...(await revealNumber(who, colleague, note)))
  for (const colleague of colleagues.slice(0, count / 3)) await change(who, colleague, note)
  await uploadWhole(who, '说明.txt', Buffer.from('这里没有号码'))
  const did = [
    `${count} people added, ${Math.floor(count / 2)} changed, ${searchedFor} looked for by phone, tail and ID number`,
    `${looks.length} numbers shown, ${Math.floor(count / 3)} changes asked for, ${count} drafts`,
  ]
  return { typed, looks, did }
}

async function getOwnMembership(who: ApiClient) {
  const { items } = await requireGood(
    who.post<{ items: { fOrgID: string; fDepartmentID: string }[] }>(staffApi.search.path, {}),
  )
  const row = items.find(({ fDepartmentID }) => fDepartmentID !== emptyId)!
  return { orgId: row.fOrgID, departmentId: row.fDepartmentID }
}

const factsOf = ({ name, mobile, idCard }: Omit<Colleague, 'id'>, note: (value: string) => string) => ({
  name,
  sex: '女',
  birthday: '',
  nation: '01',
  idCard,
  mobile,
  otherPhone: note(newPhone()),
  address: `文澜路8号，电话${mobile}`,
  icCard: note(`88${mobile}`),
  license: note(`2026${mobile}`),
  userType: 'teacher',
  workerType: 1,
  post: '教师',
  number: '',
  subject: '语文',
  officePhone: '0571-88886666',
  email: '',
  qq: '',
  teacherLevel: '',
  diploma: '本科',
  graduateSchool: '',
  specialty: '',
  workedFrom: '',
  resume: `曾用手机${mobile}，证件${idCard}`,
  remark: '',
  noSecondStep: false,
})

/** Refused requests, because errors are logged more often than successes. */
async function refusals(
  who: ApiClient,
  place: { orgId: string; departmentId: string },
  taken: Colleague,
  note: (value: string) => string,
) {
  const body = { ...place, startsOn: '2026-09-01', joinExisting: false }
  const again = { ...factsOf({ ...taken, name: '沈映雪甲' }, note), mobile: note(newPhone()) }
  const twin = await who.post(staffApi.add.path, { ...body, ...again })
  if (twin.ret === 1) throw new Error('two people have one ID number')
  const crooked = note(`${taken.idCard.slice(0, 17)}${taken.idCard.endsWith('0') ? '1' : '0'}`)
  await who.post(staffApi.add.path, { ...body, ...factsOf({ ...taken, idCard: crooked }, note) })
  await who.post(staffApi.search.path, { keyword: taken.mobile, pageSize: 'many' })
  await who.get(`/api/users/nowhere?phone=${taken.mobile}&idCard=${taken.idCard}`)
  await who.post(staffApi.reveal.path, { id: taken.id, field: 'mobile', reason: '' })
}

async function edit(who: ApiClient, colleague: Colleague, note: (value: string) => string) {
  const query = `${staffApi.getByUserId.path}?fUserID=${colleague.id}`
  const { fVersion, fDepartmentID } = await requireGood(who.get<{ fVersion: number; fDepartmentID: string }>(query))
  colleague.mobile = note(newPhone())
  const body = { id: colleague.id, departmentId: fDepartmentID, version: fVersion, ...factsOf(colleague, note) }
  await requireGood(who.post(staffApi.edit.path, body))
}

async function search(who: ApiClient, { id, mobile, idCard }: Colleague) {
  for (const keyword of [mobile, mobile.slice(-4), idCard]) {
    const { items } = await requireGood(who.post<Found>(staffApi.search.path, { keyword, pageSize: 100 }))
    if (!items.some((row) => row.fUserID === id)) throw new Error(`not found by ${keyword.length} digits`)
    const open = items.find((row) => row.fMobilePhone === mobile || row.fidCard === idCard)
    if (open) throw new Error('a list shows a number whole')
  }
}

async function revealNumber(
  who: ApiClient,
  { id, mobile, idCard }: Colleague,
  note: (value: string) => string,
): Promise<RevealRequest[]> {
  const looks: RevealRequest[] = []
  for (const [field, typed] of [
    ['mobile', mobile],
    ['idCard', idCard],
  ] as const) {
    const reason = `家长来电核对，回电${note(newPhone())}`
    const { value } = await requireGood(who.post<{ value: string }>(staffApi.reveal.path, { id, field, reason }))
    looks.push({ id, field, reason, shown: value, typed })
  }
  return looks
}

async function change(who: ApiClient, { id, mobile }: Colleague, note: (value: string) => string) {
  const body = { userId: id, type: 3, toOrgId: null, toDepartmentId: null, effectiveOn: nextMonth }
  await requireGood(who.post(staffApi.requestChange.path, { ...body, reason: `本人申请，电话${note(mobile)}` }))
  await requireGood(who.get(`${staffApi.changeLog.path}?keyword=${mobile}`))
}
