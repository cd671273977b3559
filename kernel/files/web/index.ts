import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import type { WebModule } from '#packages/web/core/module.ts'
import type { Attachment } from '../contract.ts'

// Every form with files loads this file, so everything else is loaded when it is rendered.
const loadField = () => import('./components/attachments.tsx')
const Field = lazy(loadField)

/**
 * The files of a form: `draw: (props) => <Attachments {...props} />` of a `custom` field whose value is a list of ids.
 */
export const Attachments = (props: ComponentProps<typeof Field>) =>
  createElement(Suspense, null, createElement(Field, props))

/** Opens the viewer over the current page. */
export const showFiles = async (files: readonly Attachment[], index = 0): Promise<void> =>
  (await import('./show-files.ts')).showFiles(files, index)

export default {
  controls: {
    files: () => import('./components/files-control.tsx'),
    signature: () => import('./components/signature-control.tsx'),
  },
  values: { files: () => import('./components/files-value.tsx') },
} satisfies WebModule
