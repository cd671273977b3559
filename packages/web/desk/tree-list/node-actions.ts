/** What can be done to the nodes of a tree by hand. */
export interface NodeActions {
  /** Opens the menu of a node beside this element. */
  menu?: ((id: string, beside: HTMLElement) => void) | undefined
  /** Opens its form, which begins with its name. */
  rename?: ((id: string) => void) | undefined
  /** Takes a node so many places down on its level, or up with less than 0. */
  sort?: ((id: string, by: number) => void) | undefined
}
