/** What a row of a list is. Its buttons, counts and messages derive from it: 新建教室, 共 22 间, 还没有教室. */
export interface Noun {
  /** 教室. */
  name: string
  /** The measure word before the noun: 间. */
  measure: string
  /** The word after a number without the noun, where it is not the measure word: 22 人, but 22 名学生. */
  bare?: string
}

/** 间教室. */
export const getCountedNoun = ({ name, measure }: Noun) => `${measure}${name}`
/** 间, after a number without the noun. */
export const getBareMeasure = ({ measure, bare = measure }: Noun) => bare

interface Labelled {
  label?: string | undefined
}
interface Finished {
  done?: string | undefined
}
export const getCreateLabel = ({ name }: Noun, create: Labelled | undefined) => create?.label ?? `新建${name}`
export const getCreatedMessage = ({ name }: Noun, { done = `已新建${name}` }: Finished) => done
export const getSavedMessage = ({ name }: Noun, { done = `已保存${name}` }: Finished) => done

/** Of a list in which nothing has been created yet. */
export const getEmptyTitle = ({ name }: Noun, empty: { title?: string } | undefined) => empty?.title ?? `还没有${name}`
