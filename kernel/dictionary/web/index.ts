import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

// This file is part of the shell bundle, so the form control is loaded lazily.
const LazyConstantSelect = lazy(() => import('./components/constant-select.tsx'))

/**
 * Form control for a constant: `{ kind: 'custom', draw: (props) => <ConstantSelect {...props} type="diploma"
 * keeps="name" /> }`. Only values offered today can be selected; the current value keeps its name.
 */
export const ConstantSelect = (props: ComponentProps<typeof LazyConstantSelect>) =>
  createElement(Suspense, null, createElement(LazyConstantSelect, props))

export default defineWebModule({
  manifest,
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
})
