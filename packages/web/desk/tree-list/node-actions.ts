/** The manual actions on the nodes of a tree. */
export interface NodeActions {
  /** Opens the menu of a node beside this element. */
  menu?: ((id: string, beside: HTMLElement) => void) | undefined
  /** Opens its form, which starts with its name. */
  rename?: ((id: string) => void) | undefined
  /** Moves a node down by this many positions on its level, or up if negative. */
  sort?: ((id: string, by: number) => void) | undefined
}
