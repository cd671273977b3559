import { manifest } from '../../manifest.ts'

/** The address of a page of the application. */
export const pathOf = (page: (typeof manifest)['pages'][number]['path']) =>
  `/application/${manifest.route}${page && `/${page}`}`
