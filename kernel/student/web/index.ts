import { createElement, lazy, Suspense } from 'react'
import { defineWebModule } from '#packages/web/core/module.ts'
import { showDialog } from '#packages/web/desk/shown-dialogs.tsx'
import { manifest } from '../manifest.ts'

// This file is part of the shell: what opens on a press is fetched then.
const ClassCodeDialog = lazy(() => import('./components/class-code-dialog.tsx'))
const BindRequestsDialog = lazy(() => import('./components/bind-requests-dialog.tsx'))
const MergeDialog = lazy(() => import('./components/merge-dialog.tsx'))

const opens = (dialog: typeof ClassCodeDialog) => async () =>
  showDialog((close) => createElement(Suspense, null, createElement(dialog, { onClose: close })))

export default defineWebModule({
  manifest,
  pages: {
    Student: () => import('./pages/students.tsx'),
    StudentFace: () => import('./pages/faces.tsx'),
    StudentChanges: () => import('./pages/changes.tsx'),
    YearChange: () => import('./pages/year-change.tsx'),
  },
  actions: {
    'student:Student': [
      { id: 'bind-requests', label: '家长绑定', permission: 'student.account', run: opens(BindRequestsDialog) },
      { id: 'class-code', label: '班级邀请码', permission: 'student.account', run: opens(ClassCodeDialog) },
      {
        ...{ id: 'transfer-in', label: '转入登记', permission: 'student.edit' },
        run: async () => (await import('./entering.ts')).registerTransfer(),
      },
    ],
    'student:StudentChanges': [{ id: 'merge', label: '并班', permission: 'student.event', run: opens(MergeDialog) }],
  },
})
