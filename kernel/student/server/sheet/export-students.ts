import { z } from 'zod'
import { idOf } from '#packages/contract'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import type { ExportColumn, ExportSource } from '#packages/sheet'
import { findUnit } from '#kernel/org/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { ethnicityName } from '#kernel/dictionary/contract.ts'
import { faceStates, idKinds, relations, studentFilter, studentStatuses, type Student } from '../../contract.ts'
import { maskHiddenFields } from '../hidden-fields.ts'
import {
  maskTail,
  decryptIcCard,
  decryptPrivateFacts,
  decryptGuardianPhone,
  decryptStudentNo,
} from '../encrypted-fields.ts'
import {
  listGuardiansOfStudents,
  listStudentIdsInScope,
  listShownStudents,
  type StudentGuardianRow,
  type StudentRow,
} from '../student-read-queries.ts'
import { listDepartedSince, getStaffDay } from '../service/students/scope-checks.ts'
import { getFieldCipher, getIdNumber, presentStudents } from '../service/students/present-students.ts'
import { listStudentIdsByFilter } from '../service/students/search-students.ts'

const maxIds = 5_000
const rowsAtMost = 500_000
const ids = z.array(idOf('student')).max(maxIds, `一次最多选择${maxIds}人`).optional()
/** `ids`: the ticked pupils, otherwise all that match; `except`: without these. */
const filter = studentFilter.extend({ ids, except: ids })
type StudentExportFilter = z.output<typeof filter>

/** A pupil with fields that the list does not show. Private fields are full or masked, as the caller may see them. */
interface ExportedPupil extends Student {
  address: string
  icCard: string
  row: StudentRow
  birthday: string
  household: string
}
interface StudentExportColumn extends ExportColumn {
  of(pupil: ExportedPupil): string
}
const column = (
  key: string,
  title: string,
  width: number,
  of: StudentExportColumn['of'],
  isSensitive = false,
): StudentExportColumn => ({
  key,
  title,
  width,
  of,
  ...(isSensitive ? { isSensitive } : {}),
})

/** The keys are those of the list, and the titles those of the import template. */
const columns: readonly StudentExportColumn[] = [
  column('name', '姓名', 12, ({ name }) => name),
  column('sex', '性别', 6, ({ sex }) => sex),
  column('studentNo', '学籍号', 24, ({ studentNo }) => studentNo, true),
  column('schoolNo', '学号', 14, ({ schoolNo }) => schoolNo),
  column('orgName', '学校', 24, ({ orgName }) => orgName),
  column('gradeName', '年级', 10, ({ gradeName }) => gradeName),
  column('className', '班级', 12, ({ className }) => className),
  column('seat', '座号', 6, ({ seatNo }) => String(seatNo ?? '')),
  column('status', '状态', 8, ({ status }) => studentStatuses[status].label),
  column('idKind', '证件类型', 14, ({ row }) => idKinds[row.idKind]),
  column('idCard', '身份证号', 22, ({ idCard }) => idCard, true),
  { ...column('birthday', '出生日期', 12, ({ birthday }) => birthday), isSensitiveBeside: ['idCard', 'studentNo'] },
  column('nation', '民族', 10, ({ row }) => ethnicityName(row.nation)),
  column('enteredOn', '入学日期', 12, ({ row }) => row.enteredOn ?? ''),
  column('isBoarding', '就读方式', 10, ({ isBoarding }) => (isBoarding ? '住校' : '走读')),
  column('isSpecial', '随班就读', 10, ({ isSpecial }) => (isSpecial ? '是' : '否')),
  column('household', '户籍地', 20, ({ household }) => household),
  column('address', '家庭住址', 30, ({ address }) => address, true),
  column('icCard', '一卡通号', 14, ({ icCard }) => icCard, true),
  column('guardian', '监护人1姓名', 12, ({ guardianName }) => guardianName),
  column('guardianRelation', '监护人1关系', 12, ({ guardianRelation }) =>
    guardianRelation ? relations[guardianRelation] : '',
  ),
  column('phone', '监护人1手机', 14, ({ guardianPhone }) => guardianPhone, true),
  column('face', '人脸', 10, ({ face }) => faceStates[face].label),
]

const getExportDay = (ctx: Ctx, { on }: StudentExportFilter) => on ?? dayOf(ctx.now)

/** The pupils that the list shows, in its order. */
async function listExportedIds(ctx: Ctx, exportFilter: StudentExportFilter): Promise<string[]> {
  const { ids: ticked, except = [], ...found } = exportFilter
  const all = ticked
    ? await listStudentIdsInScope(
        ctx.db,
        scopeOf(ctx, 'student.read'),
        ticked,
        getExportDay(ctx, exportFilter),
        getStaffDay(ctx, getExportDay(ctx, exportFilter)),
      )
    : await listStudentIdsByFilter(ctx, 'student.read', found, rowsAtMost)
  if (except.length === 0) return all
  const left = new Set(except)
  return all.filter((id) => !left.has(id))
}

/** Leaves out searched numbers, because they may belong to a person. */
async function describe(ctx: Ctx, exportFilter: StudentExportFilter): Promise<string> {
  const scope = scopeOf(ctx, 'student.read')
  const org = exportFilter.orgId === null ? undefined : await findUnit(ctx, scope, exportFilter.orgId)
  const classes =
    exportFilter.classId === null
      ? undefined
      : await describeClasses(ctx, { classIds: [exportFilter.classId] }, getExportDay(ctx, exportFilter))
  const hasDigits = /\d{4}/.test(exportFilter.keyword)
  const parts = [
    org?.name ?? (exportFilter.orgId === null && exportFilter.classId === null ? '可查看的全部学校' : ''),
    classes?.get(exportFilter.classId!)?.label ?? '',
    exportFilter.ids ? `已勾选的${exportFilter.ids.length}人` : '',
    exportFilter.except?.length ? `除去${exportFilter.except.length}人` : '',
    exportFilter.status === 'current'
      ? ''
      : exportFilter.status === 'past'
        ? '已离校'
        : studentStatuses[exportFilter.status].label,
    exportFilter.on ? `截至${exportFilter.on}` : '',
    exportFilter.keyword ? (hasDigits ? '按号码搜索' : `搜索“${exportFilter.keyword}”`) : '',
  ]
  return parts.filter(Boolean).join('，')
}

/** 2014-02: beside a masked number the day is left out. */
const getMonth = (day: string) => day.slice(0, 7)
const maskText = (text: string) => (text ? `${text.slice(0, 2)}****` : '')

/** Private fields are full if the caller may reveal them, otherwise masked. */
function toExportedPupil(
  fields: FieldCipher,
  pupil: Student,
  row: StudentRow,
  first: StudentGuardianRow | undefined,
  isWhole: boolean,
  hasNumberBeside: boolean,
): ExportedPupil {
  const { birthday, household, address } = decryptPrivateFacts(fields, row.id, row.private)
  const icCard = decryptIcCard(fields, row.id, row.icCard)
  const about = { ...pupil, row, birthday, household }
  if (!isWhole) {
    const born = hasNumberBeside ? getMonth(birthday) : birthday
    return { ...about, birthday: born, address: maskText(address), icCard: maskTail(icCard) }
  }
  return {
    ...about,
    address,
    icCard,
    idCard: getIdNumber(fields, row),
    studentNo: decryptStudentNo(fields, row.id, row.studentNo),
    guardianPhone: first ? decryptGuardianPhone(fields, first.id, first.phone) : '',
  }
}

export const studentExport: ExportSource<StudentExportFilter> = {
  key: 'student',
  title: '学生',
  measure: '人',
  permission: 'student.read',
  isOfPeople: true,
  filter,
  describe,
  columns: columns.map(({ of: _, ...one }) => one),
  count: async (ctx, exportFilter) => (await listExportedIds(ctx, exportFilter)).length,
  read: async (ctx, exportFilter, { columns: keys, isWhole, after, limit }) => {
    const day = getExportDay(ctx, exportFilter)
    const taken = await listExportedIds(ctx, exportFilter)
    // The last pupil of the previous batch may have left since: then the export ends instead of starting over.
    const from = after === null ? 0 : taken.indexOf(after) + 1
    const piece = after !== null && from === 0 ? [] : taken.slice(from, from + limit)
    const found = await listShownStudents(ctx.db, piece, day)
    const gone = await listDepartedSince(ctx, found, day)
    const rows = found.map((row) => (gone.has(row.id) ? { ...row, private: null, icCard: null } : row))
    const pupils = await presentStudents(ctx, rows, day)
    const reveal = isWhole ? ctx.actor.permissions.get('student.reveal') : undefined
    const open = new Set(reveal ? await listStudentIdsInScope(ctx.db, reveal, piece, dayOf(ctx.now)) : [])
    const guardians = Map.groupBy(
      open.size > 0 ? await listGuardiansOfStudents(ctx.db, [...open]) : [],
      ({ studentId }) => studentId,
    )
    const fields = await getFieldCipher(ctx)
    const chosen = keys.flatMap((key) => columns.find((one) => one.key === key) ?? [])
    const hasNumberBeside = keys.includes('idCard') || keys.includes('studentNo')
    const cells = pupils.map((pupil, at) => {
      const first = guardians.get(pupil.id)?.[0]
      const shown = maskHiddenFields(
        ctx,
        toExportedPupil(fields, pupil, rows[at]!, first, open.has(pupil.id), hasNumberBeside),
      )
      return chosen.map((one) => one.of(shown))
    })
    return { rows: cells, after: from + limit >= taken.length || piece.length === 0 ? null : piece.at(-1)! }
  },
}
