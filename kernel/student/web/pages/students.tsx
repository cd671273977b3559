import { lazy, Suspense, useEffect } from 'react'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import type { EmptyText } from '#packages/web/core/list/list-spec.ts'
import { DialogHost, showDialog } from '#packages/web/desk/dialog-host.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import type { Student, StudentDetail } from '../../contract.ts'
import { useDialogFromUrl, useTransferIn, getEntryType } from '../transfer-in.ts'
import { ToastOnce } from '../components/toast-once.tsx'
import { PrintSheet } from '../components/print-sheet.tsx'
import * as forms from '../components/student-form.tsx'
import { studentDeskList } from '../components/student-desk-list.tsx'
import { StudentPage } from '../components/student-page.tsx'
import { CallButton } from '../components/call-button.tsx'
import { closePrintView, usePrintStore } from '../print-store.ts'
import * as queries from '../student-queries.ts'
import { studentActions } from '../student-actions.tsx'
import { studentList } from '../student-list.ts'
import * as tree from '../student-tree.ts'
import styles from './students.module.css'

/** The forms for new and existing pupils differ; the list only passes the values on. */
type AnyForm = forms.NewStudentValues & forms.ChangedStudentValues
const asAny = <From, Form>(formOf: (from: From) => Form) => formOf as unknown as (from: From) => FormSpec<AnyForm>

const Students = defineTreeListPage<Student, Student, AnyForm>({
  ...studentDeskList,
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
  sums: queries.sexCountsQuery,
  cardAction: (row) => <CallButton pupil={row} />,
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
  empty: (name) => ({ of: 'people', ...(studentList.empty as (nodeName: string) => EmptyText)(name) }),
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
