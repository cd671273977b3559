import { lazy, Suspense, useEffect } from 'react'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { DialogHost, showDialog } from '#packages/web/desk/dialog-host.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import type { MaskedField, Student, StudentDetail } from '../../contract.ts'
import { useDialogFromUrl, useTransferIn, getEntryType } from '../transfer-in.ts'
import { MaskedStudentField } from '../components/masked-student-field.tsx'
import { ToastOnce } from '../components/toast-once.tsx'
import { PrintSheet } from '../components/print-sheet.tsx'
import * as forms from '../components/student-form.tsx'
import { StudentPage } from '../components/student-page.tsx'
import { CallButton } from '../components/call-button.tsx'
import { GuardianCell } from '../components/guardian-cell.tsx'
import { closePrintView, usePrintStore } from '../print-store.ts'
import * as queries from '../student-queries.ts'
import { studentActions } from '../student-actions.tsx'
import * as tree from '../student-tree.ts'
import * as words from '../student-labels.ts'
import styles from './students.module.css'

const { studentOptions, createYesNoOptions } = words
const createMaskedCell = (field: Extract<MaskedField, 'studentNo' | 'idCard'>) => (row: Student) => (
  <MaskedStudentField studentId={row.id} field={field} value={row[field]} />
)

/** The forms for new and existing pupils differ; the list only passes the values on. */
type AnyForm = forms.NewStudentValues & forms.ChangedStudentValues
const asAny = <From, Form>(formOf: (from: From) => Form) => formOf as unknown as (from: From) => FormSpec<AnyForm>

const Students = defineTreeListPage<Student, Student, AnyForm>({
  key: 'student:Student',
  queryKey: tree.studentKey,
  unit: '名学生',
  measure: '人',
  counted: '名学生',
  hasViews: true,
  isShallow: true,
  tree: {
    title: '年级和班级',
    change: '切换班级',
    level: tree.treeLevelQuery,
    parentOf: tree.parentNodeQuery,
    isOther: true,
    search: { placeholder: '班级、年级、班主任', find: tree.nodeSearchQuery },
    empty: tree.noClassesText,
  },
  page: queries.studentPageQuery,
  sums: (page) => {
    const { males, females } = page as queries.StudentPageData
    return males === null || females === null ? [] : [`男 ${males.toLocaleString()}`, `女 ${females.toLocaleString()}`]
  },
  name: {
    title: '姓名',
    of: ({ name }) => name,
    sortable: true,
    width: 104,
    isOff: ({ status }) => status !== 'studying' && status !== 'suspended',
    icon: ({ name }) => <InitialsAvatar name={name} size="row" />,
  },
  columns: [
    col.text({ key: 'orgName', title: '学校', width: 144, when: ({ kind }) => !tree.isOfSchool(kind) }),
    col.text({ key: 'sex', title: '性别', width: 60, dropAt: 5 }),
    col.other({
      key: 'studentNo',
      title: '学籍号',
      width: 176,
      dropAt: 1,
      cell: createMaskedCell('studentNo'),
      text: ({ studentNo }) => studentNo,
    }),
    col.text({
      key: 'className',
      title: '班级',
      width: 76,
      card: 'kind',
      of: ({ className }) => className || '未分班',
    }),
    col.number({ key: 'seat', title: '座号', width: 84, sortable: true, unit: '号', of: ({ seatNo }) => seatNo }),
    col.other({
      key: 'guardian',
      title: '监护人',
      width: 96,
      card: 'fact',
      dropAt: 2,
      cell: (row) => <GuardianCell row={row} />,
      text: (row) => [row.guardianName, words.getShortRelation(row.guardianRelation)].filter(Boolean).join(' '),
    }),
    col.other({
      key: 'phone',
      title: '电话',
      width: 140,
      card: 'fact',
      text: ({ guardianPhone }) => guardianPhone,
      cell: ({ id, guardianPhone, guardianId }) => (
        <MaskedStudentField studentId={id} field="guardianPhone" value={guardianPhone} guardianId={guardianId} />
      ),
    }),
    col.text({ key: 'isBoarding', title: '住校', width: 60, dropAt: 7, of: words.getBoardingLabel }),
    col.status({ key: 'face', title: '人脸', width: 96, dropAt: 6, of: words.getFaceStatus }),
    col.status({ key: 'status', title: '状态', width: 76, of: words.getStudentStatus }),
    col.text({ key: 'schoolNo', title: '学号', width: 104, hiddenByDefault: true }),
    col.other({
      key: 'idCard',
      title: '身份证号',
      width: 176,
      hiddenByDefault: true,
      cell: createMaskedCell('idCard'),
      text: ({ idCard }) => idCard,
    }),
  ],
  cardAction: (row) => <CallButton pupil={row} />,
  search: '姓名、学籍号、电话',
  filters: [
    { name: 'isBoarding', label: '住校', options: createYesNoOptions('住校', '走读') },
    { name: 'status', label: '状态', options: studentOptions.status },
    { name: 'sex', label: '性别', options: studentOptions.knownSex, isMore: true },
    { name: 'face', label: '人脸', options: studentOptions.face, isMore: true },
    { name: 'isSpecial', label: '随班就读', options: createYesNoOptions('随班就读', '非随班就读'), isMore: true },
    { name: 'noClass', label: '分班', options: [{ value: '1', label: '未分班' }], isMore: true },
    { name: 'bound', label: '家长绑定', options: studentOptions.bound, isMore: true },
    { name: 'lacks', label: '资料缺项', options: studentOptions.missing, isMore: true },
    { name: 'on', label: '截至日期', options: [], isDay: true, isMore: true },
  ],
  create: {
    label: '新建学生',
    permission: 'student.edit',
    done: '已新建学生',
    isLong: true,
    title: () => (getEntryType() === 'transfer-in' ? '转入登记' : '新建学生'),
    form: asAny((context: Parameters<typeof forms.createNewStudentForm>[0]) =>
      forms.createNewStudentForm(context, getEntryType()),
    ),
    submit: (values) => queries.sendNewStudent(forms.toNewStudentForm(values)),
  },
  edit: {
    permission: 'student.edit',
    done: '已保存',
    isLong: true,
    of: queries.studentDetailQuery,
    form: asAny((row: Student) => forms.createEditStudentForm(row as StudentDetail)),
    known: (row) => forms.toEditValues(row as StudentDetail) as AnyForm,
    submit: async (values, row) => {
      const saved = await queries.sendStudentEdit(forms.toStudentForm(values), row)
      if (saved.note) showDialog((close) => <ToastOnce message={saved.note} onShown={close} />)
      return saved
    },
  },
  sheet: {
    import: { target: 'student', permission: 'student.edit', orgOf: tree.getSchoolId },
    export: { source: 'student', filterOf: queries.toStudentFilter },
  },
  actions: studentActions,
  detail: { whole: (shown) => <StudentPage key={shown.id} {...shown} /> },
  empty: (name) => ({ of: 'people', title: '还没有学生，可导入学籍表或新建', text: `${name}还没有学生。` }),
})

const BindRequestsDialog = lazy(() => import('../components/bind-requests-dialog.tsx'))
const ClassCodeDialog = lazy(() => import('../components/class-code-dialog.tsx'))
const showClassCode = () => showDialog((close) => <ClassCodeDialog onClose={close} />)
const showBindRequests = () => showDialog((close) => <BindRequestsDialog onClose={close} />)

export default function StudentsPage() {
  const { content } = usePrintStore()
  useTransferIn()
  useDialogFromUrl('bindRequests', showBindRequests)
  useDialogFromUrl('classCode', showClassCode)
  // The codes on slips are shown only once, so leaving the page discards them.
  useEffect(() => closePrintView, [])
  return (
    <>
      <div className={content ? styles['behind'] : styles['front']}>
        <Students />
      </div>
      {content && <PrintSheet content={content} />}
      <Suspense>
        <DialogHost />
      </Suspense>
    </>
  )
}
