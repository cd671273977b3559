import { dayOf } from '#packages/core'
import { staffApi } from '#kernel/staff/contract.ts'
import { studentApi } from '#kernel/student/contract.ts'
import type { ApiAnswer } from '../shared/browser.ts'
import { newPhone } from '../shared/schools.ts'
import { requireGood } from '../shared/upload.ts'
import { signInAs, type Attack, type AttackContext } from './attack.ts'

const today = dayOf(new Date())
const staffFacts = {
  sex: '',
  birthday: '',
  nation: '',
  otherPhone: '',
  address: '',
  icCard: '',
  license: '',
  userType: 'teacher',
  workerType: 1,
  post: '',
  number: '',
  subject: '',
  officePhone: '',
  email: '',
  qq: '',
  teacherLevel: '',
  diploma: '',
  graduateSchool: '',
  specialty: '',
  workedFrom: '',
  resume: '',
  remark: '',
  noSecondStep: false,
}

/** People of another school, whom the caller may not see. */
function strangers({ truth, schools }: AttackContext) {
  const there = truth.filter(({ orgId, idCard }) => orgId === schoolOf(schools, '文澜') && idCard)
  return { pupil: there.find(({ studentId }) => studentId)!, colleague: there.find((one) => one.userId && one.phone)! }
}
const schoolOf = (schools: AttackContext['schools'], part: string) =>
  [...schools].find(([name]) => name.includes(part))![1]

/** Whether an answer reveals the owner of a number, or the owner's school. */
const isTelling = ({ msg, text }: ApiAnswer<unknown>, name: string) =>
  text.includes(name) || msg.includes('文澜') || msg.includes('教职工') || msg.includes('合并')

export const existenceProbeAttack: Attack = {
  finding: 'F6',
  what: 'asking about numbers of another school',
  before: '120 ID numbers of one birthday in 10 s: the one child with name and school; phone → name; no limit',
  async run(field) {
    const administrator = await signInAs(field, 'shiyan.admin')
    const { pupil, colleague } = strangers(field)
    const orgId = schoolOf(field.schools, '实验')
    const { items } = await requireGood(
      administrator.post<{ items: { gradeId: string; classId: string }[] }>(studentApi.search.path, { pageSize: 1 }),
    )
    const { gradeId, classId } = items[0]!
    const add = (idCard: string) =>
      administrator.post<unknown>(studentApi.add.path, {
        name: '某某',
        sex: '',
        idKind: 'id-card',
        idCard,
        schoolNo: '',
        birthday: '',
        nation: '',
        household: '',
        isBoarding: false,
        isSpecial: false,
        orgId,
        gradeId,
        classId,
        seatNo: null,
        type: 'enrol',
        on: today,
        guardians: [{ name: '某母', relation: 2, phone: newPhone(), isPrimary: true, isEmergency: true }],
      })
    const hire = (facts: object) =>
      administrator.post<unknown>(staffApi.add.path, {
        ...staffFacts,
        name: '某某',
        idCard: '',
        mobile: newPhone(),
        orgId,
        departmentId: null,
        startsOn: today,
        joinExisting: false,
        ...facts,
      })
    const answers: [string, ApiAnswer<unknown>][] = [
      [pupil.name, await add(pupil.idCard)],
      [pupil.name, await hire({ idCard: pupil.idCard })],
      [colleague.name, await hire({ idCard: colleague.idCard })],
      [colleague.name, await hire({ mobile: colleague.phone })],
    ]
    const telling = answers.filter(([name, answer]) => isTelling(answer, name)).length
    let asked = answers.length
    let isStopped = false
    for (; asked < 40 && !isStopped; asked++) isStopped = (await add(pupil.idCard)).ret === -4
    return {
      now: `${telling} of ${answers.length} answers tell who or where; ${isStopped ? `stopped after ${asked} questions` : `${asked} questions and no end`}`,
      isTight: telling === 0 && isStopped,
    }
  },
}

export const joinExistingAttack: Attack = {
  finding: 'F7',
  what: 'making somebody of another school a colleague',
  before: 'file read and overwritten, numbers revealed, the home school locked out',
  async run(field) {
    const administrator = await signInAs(field, 'shiyan.admin')
    const { colleague } = strangers(field)
    const place = { orgId: schoolOf(field.schools, '实验'), departmentId: null, startsOn: today, joinExisting: true }
    const body = { ...staffFacts, ...place, name: colleague.name, idCard: colleague.idCard, mobile: '' }
    const joined = await administrator.post<{ id?: string } | null>(staffApi.add.path, body)
    const seen = await requireGood(
      administrator.post<{ items: { fUserID: string }[] }>(staffApi.search.path, { keyword: colleague.idCard }),
    )
    const id = joined.data?.id ?? seen.items[0]?.fUserID
    const shown = id
      ? await administrator.post(staffApi.reveal.path, { id, field: 'mobile', reason: '核对信息' })
      : undefined
    const places = await field.count(
      `select count(*) from tenant.membership where person_id = '${colleague.personId}' and org_id = '${place.orgId}'`,
    )
    return {
      now: `add ${joined.ret}: ${places} places, ${seen.items.length} seen, reveal ${shown?.ret ?? 'impossible'}`,
      isTight: places === 0 && seen.items.length === 0 && shown?.ret !== 1,
    }
  },
}
