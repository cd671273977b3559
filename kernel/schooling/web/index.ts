import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

// This file is part of the shell bundle, so dialogs are loaded lazily.
const Picker = lazy(() => import('./components/class-picker.tsx'))

/**
 * Selects a grade and a class of a school: `{ kind: 'custom', draw: ({ value, onChange, control }) => <ClassPicker
 * orgId={…} value={value} onChange={onChange} control={control} /> }`. The value is `{ gradeId, classId }`, with a null
 * class for 未分班; null until a grade is selected.
 */
export const ClassPicker = (props: ComponentProps<typeof Picker>) =>
  createElement(Suspense, null, createElement(Picker, props))

export default defineWebModule({
  manifest,
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
  cards: [
    {
      id: 'week',
      title: '本周校历',
      at: 'school',
      columns: 3,
      sort: 11,
      placeholderHeight: 270,
      isOnOrganisationHome: true,
      shape: async (client) => (await import('./time-queries.ts')).getWeekCardShape(client),
      load: () => import('./components/week-card.tsx'),
    },
    {
      id: 'set-up',
      title: '学校初始化',
      permission: 'class.edit',
      at: 'school',
      columns: 12,
      sort: 5,
      placeholderHeight: 138,
      shape: async (client) => (await import('./set-up-queries.ts')).getSetUpCardShape(client),
      load: () => import('./components/set-up-card.tsx'),
    },
    {
      id: 'schools',
      title: '学校',
      permission: 'org.visit',
      at: 'office',
      columns: 12,
      sort: 15,
      placeholderHeight: 180,
      shape: async (client) => (await import('./readiness-queries.ts')).getSchoolsCardShape(client),
      load: () => import('./components/readiness/schools-card.tsx'),
    },
  ],
})
