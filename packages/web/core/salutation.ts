import type { SessionUser } from './session.ts'

/** 中小学, 幼儿园 and 其他学校 of the organisation types. */
const schoolTypes: readonly number[] = [1, 2, 5]
export const isSchoolType = (orgType: number) => schoolTypes.includes(orgType)

const isPersonalName = (name: string) => /^\p{Script=Han}{2,4}$/u.test(name) && !name.endsWith('员')

/** Titles in salutations. A 副校长 is addressed as 校长; a 班主任 is a teacher. */
const titles = ['书记', '校长', '园长', '局长', '科长', '主任']
const findTitle = (post: string) => (post.includes('班主任') ? undefined : titles.find((title) => post.includes(title)))

const twoCharacters = /^(欧阳|上官|司马|司徒|诸葛|夏侯|皇甫|尉迟|公孙|令狐|慕容|东方|南宫|独孤|长孙|宇文|端木|百里)/
const getSurname = (name: string) => twoCharacters.exec(name)?.[0] ?? name.slice(0, 1)

type SalutationSource = Pick<SessionUser, 'realName' | 'orgType' | 'post' | 'homeOrgName'>

/**
 * 赵校长; 李敏老师 for everybody else at a school. Officers, also those who visit a school, and accounts without a person are
 * called by their name.
 */
export function getSalutation({ realName, orgType, post = '', homeOrgName }: SalutationSource) {
  if (!isPersonalName(realName)) return realName
  const title = findTitle(post)
  if (title) return getSurname(realName) + title
  return isSchoolType(orgType) && !homeOrgName ? `${realName}老师` : realName
}
