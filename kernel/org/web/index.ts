import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

// This file is part of the shell; the pickers are loaded by the first form that needs them.
const LazyOrgPicker = lazy(() => import('./pickers/org-picker.tsx'))

/**
 * Chooses an organisation in a form: `{ kind: 'custom', draw: (props) => <OrgPicker {...props} kinds={['school']} />
 * }`. With `within` only departments of that organisation, with `withSelf` also the organisation itself. The value is
 * an id.
 */
export const OrgPicker = (props: ComponentProps<typeof LazyOrgPicker>) =>
  createElement(Suspense, null, createElement(LazyOrgPicker, props))

const LazyOrgChoice = lazy(() => import('./pickers/org-choice.tsx'))

/** Chooses the organisation of a page that is about one organisation at a time. */
export const OrgChoice = (props: ComponentProps<typeof LazyOrgChoice>) =>
  createElement(Suspense, null, createElement(LazyOrgChoice, props))

export default defineWebModule({
  manifest,
  pages: { Orgs: () => import('./pages/organisations.tsx') },
  cards: [
    {
      id: 'organisations',
      title: '组织概况',
      permission: 'org.read',
      at: 'office',
      columns: 12,
      sort: 20,
      placeholderHeight: 100,
      load: () => import('./components/summary-card.tsx'),
    },
  ],
})
