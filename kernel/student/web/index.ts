import { createElement, lazy, Suspense } from 'react'
import type { WebModule } from '#packages/web/core/module.ts'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'

// Every part of the module loads this file, so dialogs are loaded on demand.
const ClassCodeDialog = lazy(() => import('./components/class-code-dialog.tsx'))
const BindRequestsDialog = lazy(() => import('./components/bind-requests-dialog.tsx'))
const MergeDialog = lazy(() => import('./components/merge-dialog.tsx'))

const createDialogOpener = (dialog: typeof ClassCodeDialog) => async () =>
  showDialog((close) => createElement(Suspense, null, createElement(dialog, { onClose: close })))

export default {
  pages: {
    Student: () => import('./pages/students.tsx'),
    StudentFace: () => import('./pages/faces.tsx'),
    StudentChanges: () => import('./pages/changes.tsx'),
    YearChange: () => import('./pages/year-change.tsx'),
  },
  drillDownLists: {
    Student: () => import('./components/student-drill-down-list.tsx'),
    StudentChanges: () => import('./components/change-drill-down-list.tsx'),
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
  palette: {
    pupils: async (text, signal) => (await import('./palette-search.ts')).findPupilHits(text, signal),
    classes: async (text, signal) => (await import('./palette-search.ts')).findClassHits(text, signal),
  },
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
  cards: {
    'my-class': {
      shape: async (client) => (await import('./board-queries.ts')).getMyClassCardShape(client),
      load: () => import('./components/board/my-class-card.tsx'),
    },
    gaps: {
      shape: async (client) => (await import('./board-queries.ts')).getWholeSchoolCardShape(client),
      load: () => import('./components/board/gaps-card.tsx'),
    },
    pupils: {
      shape: async (client) => (await import('./board-queries.ts')).getFiguresCardShape(client),
      load: () => import('./components/board/school-figures-card.tsx'),
    },
    sizes: {
      shape: async (client) => (await import('./board-queries.ts')).getSizesCardShape(client),
      load: () => import('./components/board/sizes-card.tsx'),
    },
    files: {
      shape: async (client) => (await import('./board-queries.ts')).getFilesCardShape(client),
      load: () => import('./components/board/files-card.tsx'),
    },
    changes: {
      shape: async (client) => (await import('./board-queries.ts')).getChangesCardShape(client),
      load: () => import('./components/board/changes-card.tsx'),
    },
  },
} satisfies WebModule
