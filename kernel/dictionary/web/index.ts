import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import type { WebModule } from '#packages/web/core/module.ts'

// Every part of the module loads this file, so the form control is loaded lazily.
const LazyConstantSelect = lazy(() => import('./components/constant-select.tsx'))

/**
 * Form control for a constant: `{ kind: 'custom', draw: (props) => <ConstantSelect {...props} type="diploma"
 * keeps="name" /> }`. Only values offered today can be selected; the current value keeps its name.
 */
export const ConstantSelect = (props: ComponentProps<typeof LazyConstantSelect>) =>
  createElement(Suspense, null, createElement(LazyConstantSelect, props))

export default {
  pages: { Constant: () => import('./pages/constants.tsx') },
  actions: {
    'dictionary:Constant': [
      {
        id: 'sort',
        label: '排序',
        permission: 'const.edit',
        run: async () => (await import('./page-actions.tsx')).openSortDialog(),
      },
      {
        id: 'types',
        label: '管理类型',
        permission: 'const.edit',
        run: async () => (await import('./page-actions.tsx')).openTypesDialog(),
      },
    ],
  },
} satisfies WebModule
