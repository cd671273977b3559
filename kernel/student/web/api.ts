/** A page of the light root about the chosen child. */
export { ChildPage } from './phone/family-page.tsx'
