import { hiddenPhoneText, type Colleague, type ContactPost } from '../contract.ts'

const unique = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))]

/** The posts of all memberships. */
export const formatPosts = ({ posts }: Pick<Colleague, 'posts'>) => unique(posts.map(({ post }) => post)).join('、')
export const formatDepartments = ({ posts }: Pick<Colleague, 'posts'>) =>
  unique(posts.map(({ departmentName }) => departmentName)).join('、')
export const formatOrgs = ({ posts }: Pick<Colleague, 'posts'>) =>
  unique(posts.map(({ orgName }) => orgName)).join('、')
export const formatOfficePhones = ({ posts }: Pick<Colleague, 'posts'>) =>
  unique(posts.map(({ officePhone }) => officePhone)).join('、')

/** Department, post and subject: 教务处 · 主任. */
export const listPostText = ({ departmentName, post, subject }: ContactPost) => unique([departmentName, post, subject])

/** The number, or the text for a hidden one. */
export const formatPhoneNumber = ({ mobile, isMobileHidden }: Pick<Colleague, 'mobile' | 'isMobileHidden'>) =>
  mobile || (isMobileHidden ? hiddenPhoneText : '')

/** 139 0000 0001: groups of digits are easier to read. */
export const formatPhone = (phone: string) =>
  /^\d{11}$/.test(phone) ? phone.replace(/^(\d{3})(\d{4})/, '$1 $2 ') : phone
