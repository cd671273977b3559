import type { OpenField } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { cipherFields } from './encrypted-fields.ts'
import { listPupilsByNumber } from './pupil-passage-queries.ts'

const fields: readonly OpenField[] = [
  { name: 'studentNo', title: '学籍号', type: 'text', class: 'C', isRequired: true },
  { name: 'passedAt', title: '时间', type: 'time', class: 'B', isRequired: true },
  { name: 'direction', title: '方向', type: 'text', class: 'B', isRequired: true },
  { name: 'place', title: '地点', type: 'text', class: 'A' },
]

/** 学生进出校记录, from gates and card readers. Applications that need them read the records by pupil. */
export const pupilPassages = {
  key: 'pupil-passages',
  title: '学生进出校记录',
  about: '校门闸机、考勤机上传的学生进出记录。按学籍号找到学生，找不到的进入隔离区。',
  fields,
  keys: ['studentNo', 'passedAt'],
  sample: { studentNo: 'G330106201809010011', passedAt: '2026-11-18 07:32:05', direction: '进', place: '东门' },
  async resolve(ctx: Ctx, orgPath: string, rows: readonly Readonly<Record<string, string>>[]) {
    const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
    const hashes = rows.map(({ studentNo = '' }) => cipher.index(cipherFields.studentNo, studentNo).toString('hex'))
    const pupils = new Map((await listPupilsByNumber(ctx.db, orgPath, hashes)).map((pupil) => [pupil.hash, pupil]))
    return rows.map(({ direction = '' }, at) => {
      if (direction !== '进' && direction !== '出') return { reason: '方向应为进或出' }
      const pupil = pupils.get(hashes[at]!)
      return pupil ? { orgId: pupil.orgId, subjectId: pupil.id } : { reason: '没有这个学籍号的在校学生' }
    })
  },
}
