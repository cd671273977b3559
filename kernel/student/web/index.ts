import { createElement, lazy, Suspense } from 'react'
import { defineWebModule } from '#packages/web/core/module.ts'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { manifest } from '../manifest.ts'

// This file is part of the shell bundle, so dialogs are loaded on demand.
const ClassCodeDialog = lazy(() => import('./components/class-code-dialog.tsx'))
const BindRequestsDialog = lazy(() => import('./components/bind-requests-dialog.tsx'))
const MergeDialog = lazy(() => import('./components/merge-dialog.tsx'))

const createDialogOpener = (dialog: typeof ClassCodeDialog) => async () =>
  showDialog((close) => createElement(Suspense, null, createElement(dialog, { onClose: close })))

export default defineWebModule({
  manifest,
  pages: {
    Student: () => import('./pages/students.tsx'),
    StudentFace: () => import('./pages/faces.tsx'),
    StudentChanges: () => import('./pages/changes.tsx'),
    YearChange: () => import('./pages/year-change.tsx'),
  },
  sections: {
    'schooling:Classes': [
      {
        id: 'students',
        permission: 'student.read',
        tab: 'students',
        load: () => import('./components/class-students.tsx'),
      },
      {
        id: 'class-code',
        permission: 'student.account',
        tab: 'code',
        load: () => import('./components/class-code-section.tsx'),
      },
    ],
  },
  palette: [
    {
      id: 'pupils',
      title: '学生',
      permission: 'student.read',
      sort: 40,
      search: async (text, signal) => (await import('./palette-search.ts')).findPupilHits(text, signal),
    },
    {
      id: 'classes',
      title: '班级',
      permission: 'student.read',
      sort: 38,
      search: async (text, signal) => (await import('./palette-search.ts')).findClassHits(text, signal),
    },
  ],
  actions: {
    'student:Student': [
      {
        id: 'bind-requests',
        label: '绑定申请',
        permission: 'student.account',
        waiting: {
          queryKey: ['student', 'bind-request-count'],
          queryFn: async (context) => (await import('./board-queries.ts')).bindRequestCountQuery.queryFn(context),
        },
        run: createDialogOpener(BindRequestsDialog),
      },
      {
        id: 'class-code',
        label: '班级邀请码',
        permission: 'student.account',
        run: createDialogOpener(ClassCodeDialog),
      },
      {
        id: 'transfer-in',
        label: '转入登记',
        permission: 'student.edit',
        run: async () => (await import('./transfer-in.ts')).openTransferInForm(),
      },
    ],
    'student:StudentChanges': [
      { id: 'merge', label: '并班', permission: 'student.event', run: createDialogOpener(MergeDialog) },
    ],
  },
  cards: [
    {
      id: 'my-class',
      title: '我的班级',
      permission: 'student.read',
      at: 'school',
      columns: 7,
      sort: 12,
      placeholderHeight: 160,
      shape: async (client) => (await import('./board-queries.ts')).getMyClassCardShape(client),
      load: () => import('./components/board/my-class-card.tsx'),
    },
    {
      id: 'gaps',
      title: '待完善',
      permission: 'student.read',
      at: 'school',
      columns: 4,
      sort: 18,
      placeholderHeight: 270,
      shape: async (client) => (await import('./board-queries.ts')).getWholeSchoolCardShape(client),
      load: () => import('./components/board/gaps-card.tsx'),
    },
    {
      id: 'pupils',
      title: '学校概况',
      permission: 'student.read',
      at: 'school',
      columns: 12,
      sort: 20,
      placeholderHeight: 100,
      shape: async (client) => (await import('./board-queries.ts')).getFiguresCardShape(client),
      load: () => import('./components/board/school-figures-card.tsx'),
    },
    {
      id: 'sizes',
      title: '各年级人数',
      permission: 'student.read',
      at: 'school',
      columns: 6,
      sort: 30,
      placeholderHeight: 232,
      shape: async (client) => (await import('./board-queries.ts')).getSizesCardShape(client),
      load: () => import('./components/board/sizes-card.tsx'),
    },
    {
      id: 'files',
      title: '资料完整度',
      permission: 'student.read',
      at: 'school',
      columns: 6,
      sort: 32,
      placeholderHeight: 232,
      shape: async (client) => (await import('./board-queries.ts')).getFilesCardShape(client),
      load: () => import('./components/board/files-card.tsx'),
    },
    {
      id: 'changes',
      title: '最近异动',
      permission: 'student.event',
      at: 'school',
      columns: 6,
      sort: 40,
      placeholderHeight: 214,
      shape: async (client) => (await import('./board-queries.ts')).getChangesCardShape(client),
      load: () => import('./components/board/changes-card.tsx'),
    },
  ],
})
