import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import type { WebModule } from '#packages/web/core/module.ts'

// Every part of the module loads this file, so dialogs are loaded lazily.
const Picker = lazy(() => import('./components/class-picker.tsx'))

/**
 * Selects a grade and a class of a school: `{ kind: 'custom', draw: ({ value, onChange, control }) => <ClassPicker
 * orgId={…} value={value} onChange={onChange} control={control} /> }`. The value is `{ gradeId, classId }`, with a null
 * class for 未分班; null until a grade is selected.
 */
export const ClassPicker = (props: ComponentProps<typeof Picker>) =>
  createElement(Suspense, null, createElement(Picker, props))

export default {
  pages: {
    Classes: () => import('./pages/classes.tsx'),
    Terms: () => import('./pages/terms.tsx'),
    Subjects: () => import('./pages/subjects.tsx'),
    Teaching: () => import('./pages/teaching.tsx'),
    SetUp: () => import('./pages/set-up.tsx'),
  },
  actions: {
    'schooling:Classes': [
      {
        id: 'sort',
        label: '排序',
        permission: 'class.edit',
        run: async () => (await import('./page-actions.tsx')).openSortDialog(),
      },
      {
        id: 'generate',
        label: '批量建班',
        permission: 'class.edit',
        run: async () => (await import('./page-actions.tsx')).openGenerateDialog(),
      },
    ],
  },
  controls: {
    subject: () => import('./components/subject-picker.tsx'),
    room: () => import('./components/room-picker.tsx'),
    class: () => import('./components/class-reference-picker.tsx'),
  },
  cards: {
    week: {
      shape: async (client) => (await import('./time-queries.ts')).getWeekCardShape(client),
      load: () => import('./components/week-card.tsx'),
    },
    'set-up': {
      shape: async (client) => (await import('./set-up-queries.ts')).getSetUpCardShape(client),
      load: () => import('./components/set-up-card.tsx'),
    },
    schools: {
      shape: async (client) => (await import('./readiness-queries.ts')).getSchoolsCardShape(client),
      load: () => import('./components/readiness/schools-card.tsx'),
    },
  },
} satisfies WebModule
