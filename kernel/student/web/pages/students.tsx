import { lazy, Suspense, useEffect } from 'react'
import { Face } from '#packages/web/desk/face.tsx'
import type { FormSpec } from '#packages/web/desk/form/spec.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { Dialogs, showDialog } from '#packages/web/desk/shown-dialogs.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import type { MaskedField, Student, StudentDetail } from '../../contract.ts'
import { useAskedDialog, useTransferIn, wayIn } from '../entering.ts'
import { MaskedFact } from '../components/masked-fact.tsx'
import { Said } from '../components/said.tsx'
import { PaperSheet } from '../components/paper-sheet.tsx'
import * as forms from '../components/student-form.tsx'
import { StudentPage } from '../components/student-page.tsx'
import { CallButton } from '../components/call-button.tsx'
import { GuardianCell } from '../components/guardian-cell.tsx'
import { putAway, usePaper } from '../papers.ts'
import * as queries from '../queries.ts'
import { studentActs } from '../student-acts.tsx'
import * as tree from '../tree.ts'
import * as words from '../words.ts'
import styles from './students.module.css'

const { choices, yesNo } = words
const masked = (field: Extract<MaskedField, 'studentNo' | 'idCard'>) => (row: Student) => (
  <MaskedFact studentId={row.id} field={field} value={row[field]} />
)

/** New ones and those that are here are asked different things; the list only hands on what was filled in. */
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
    level: tree.treeLevel,
    parentOf: tree.parentOf,
    isOther: true,
    search: { placeholder: '班级、年级、班主任', find: tree.foundNodes },
    empty: tree.noClasses,
  },
  page: queries.studentPage,
  sums: (page) => {
    const { males, females } = page as queries.StudentPage
    return males === null || females === null ? [] : [`男 ${males.toLocaleString()}`, `女 ${females.toLocaleString()}`]
  },
  name: {
    title: '姓名',
    of: ({ name }) => name,
    sortable: true,
    width: 104,
    isOff: ({ status }) => status !== 'studying' && status !== 'suspended',
    icon: ({ name }) => <Face name={name} size="row" />,
  },
  columns: [
    col.text({ key: 'orgName', title: '学校', width: 144, when: ({ kind }) => !tree.isOfSchool(kind) }),
    col.text({ key: 'sex', title: '性别', width: 60, dropAt: 5 }),
    col.other({
      key: 'studentNo',
      title: '学籍号',
      width: 176,
      dropAt: 1,
      cell: masked('studentNo'),
      words: ({ studentNo }) => studentNo,
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
      words: (row) => [row.guardianName, words.shortRelationOf(row.guardianRelation)].filter(Boolean).join(' '),
    }),
    col.other({
      key: 'phone',
      title: '电话',
      width: 140,
      card: 'fact',
      words: ({ guardianPhone }) => guardianPhone,
      cell: ({ id, guardianPhone, guardianId }) => (
        <MaskedFact studentId={id} field="guardianPhone" value={guardianPhone} guardianId={guardianId} />
      ),
    }),
    col.text({ key: 'isBoarding', title: '住校', width: 60, dropAt: 7, of: words.boardingOf }),
    col.status({ key: 'face', title: '人脸', width: 96, dropAt: 6, of: words.faceOf }),
    col.status({ key: 'status', title: '状态', width: 76, of: words.statusOf }),
    col.text({ key: 'schoolNo', title: '学号', width: 104, hiddenByDefault: true }),
    col.other({
      key: 'idCard',
      title: '身份证号',
      width: 176,
      hiddenByDefault: true,
      cell: masked('idCard'),
      words: ({ idCard }) => idCard,
    }),
  ],
  side: (row) => <CallButton pupil={row} />,
  search: '姓名、学籍号、电话',
  filters: [
    { name: 'isBoarding', label: '住校', options: yesNo('住校', '走读') },
    { name: 'status', label: '状态', options: choices.status },
    { name: 'face', label: '人脸', options: choices.face, isMore: true },
    { name: 'isSpecial', label: '随班就读', options: yesNo('随班就读', '非随班就读'), isMore: true },
    { name: 'noClass', label: '分班', options: [{ value: '1', label: '未分班' }], isMore: true },
    { name: 'bound', label: '家长绑定', options: choices.bound, isMore: true },
    { name: 'lacks', label: '资料缺项', options: choices.lacks, isMore: true },
    { name: 'on', label: '截至日期', options: [], isDay: true, isMore: true },
  ],
  create: {
    label: '新建学生',
    permission: 'student.edit',
    done: '已新建学生',
    isLong: true,
    title: () => (wayIn() === 'transfer-in' ? '转入登记' : '新建学生'),
    form: asAny((ground: Parameters<typeof forms.newStudent>[0]) => forms.newStudent(ground, wayIn())),
    submit: (values) => queries.addStudent(forms.newStudentOf(values)),
  },
  edit: {
    permission: 'student.edit',
    done: '已保存',
    isLong: true,
    of: queries.studentDetail,
    form: asAny((row: Student) => forms.changedStudent(row as StudentDetail)),
    known: (row) => forms.knownOf(row as StudentDetail) as AnyForm,
    submit: async (values, row) => {
      const saved = await queries.editStudent(forms.changedStudentOf(values), row)
      if (saved.note) showDialog((close) => <Said words={saved.note} onSaid={close} />)
      return saved
    },
  },
  sheet: {
    import: { target: 'student', permission: 'student.edit', orgOf: tree.schoolOf },
    export: { source: 'student', filterOf: queries.filterOf },
  },
  acts: studentActs,
  detail: { whole: (shown) => <StudentPage key={shown.id} {...shown} /> },
  empty: (name) => ({ of: 'people', title: '还没有学生，可导入学籍表或新建', words: `${name}还没有学生。` }),
})

const BindRequestsDialog = lazy(() => import('../components/bind-requests-dialog.tsx'))
const ClassCodeDialog = lazy(() => import('../components/class-code-dialog.tsx'))
const showClassCode = () => showDialog((close) => <ClassCodeDialog onClose={close} />)
const showBindRequests = () => showDialog((close) => <BindRequestsDialog onClose={close} />)

/** 学生管理. */
export default function StudentsPage() {
  const { paper } = usePaper()
  useTransferIn()
  useAskedDialog('bindRequests', showBindRequests)
  useAskedDialog('classCode', showClassCode)
  // The codes on slips are for this look only.
  useEffect(() => putAway, [])
  return (
    <>
      <div className={paper ? styles['behind'] : styles['front']}>
        <Students />
      </div>
      {paper && <PaperSheet paper={paper} />}
      <Suspense>
        <Dialogs />
      </Suspense>
    </>
  )
}
