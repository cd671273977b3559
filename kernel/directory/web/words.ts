import { hiddenWords, type Colleague, type Post } from '../contract.ts'

const different = (words: readonly string[]) => [...new Set(words.filter(Boolean))]

/** What somebody does, of all places at once. */
export const dutiesOf = ({ posts }: Pick<Colleague, 'posts'>) => different(posts.map(({ post }) => post)).join('、')
export const departmentsOf = ({ posts }: Pick<Colleague, 'posts'>) =>
  different(posts.map(({ departmentName }) => departmentName)).join('、')
export const orgsOf = ({ posts }: Pick<Colleague, 'posts'>) => different(posts.map(({ orgName }) => orgName)).join('、')
export const officesOf = ({ posts }: Pick<Colleague, 'posts'>) =>
  different(posts.map(({ officePhone }) => officePhone)).join('、')

/** Where it is, and what one does there: 教务处 · 主任. */
export const placeWords = ({ departmentName, post, subject }: Post) => different([departmentName, post, subject])

/** The number, or why there is none. */
export const numberWords = ({ mobile, isMobileHidden }: Pick<Colleague, 'mobile' | 'isMobileHidden'>) =>
  mobile || (isMobileHidden ? hiddenWords : '')
