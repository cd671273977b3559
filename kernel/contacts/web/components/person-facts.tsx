import type { DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import type { ColleagueDetail, ContactPost } from '../../contract.ts'
import { listPostText } from '../post-text.ts'
import { PhoneNumber } from './phone-number.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import styles from './person-facts.module.css'

/** Contact data and posts of a person. */
export const getPersonSections = (person: ColleagueDetail): readonly DetailSectionSpec[] => [
  { title: '联系方式', facts: [mobile(person), ...listOfficeFacts(person), ...listQuietHours(person)] },
  { title: '任职', facts: [], whole: <Posts posts={person.posts} /> },
]

const mobile = ({ name, mobile: phone, isMobileHidden }: ColleagueDetail) => ({
  label: '手机',
  value: <PhoneNumber phone={phone} of={name} isHidden={isMobileHidden} />,
})

/** The office phone of the person, or that of the organisation. */
function listOfficeFacts({ posts }: ColleagueDetail) {
  const ownNumbers = posts.flatMap(({ officePhone, orgName }) => (officePhone ? [{ orgName, phone: officePhone }] : []))
  const orgs = posts.flatMap(({ orgPhone, orgName }) => (orgPhone ? [{ orgName, phone: orgPhone }] : []))
  const row = (label: string, numbers: readonly { orgName: string; phone: string }[]) => {
    const each = [...new Map(numbers.map((one) => [one.phone, one])).values()]
    if (each.length === 0) return []
    const value = (
      <span className={styles['numbers']}>
        {each.map(({ orgName, phone }) => (
          <PhoneNumber key={phone} phone={phone} of={`${orgName}${label}`} />
        ))}
      </span>
    )
    return [{ label, value }]
  }
  return [...row('办公电话', ownNumbers), ...row('单位电话', orgs)]
}

const listQuietHours = ({ quietFrom, quietTo }: ColleagueDetail) =>
  quietFrom ? [{ label: '勿扰时段', value: `${quietFrom} 至 ${quietTo}，非紧急请勿来电` }] : []

const Posts = ({ posts }: { posts: readonly ContactPost[] }) => (
  <ul className={styles['posts']}>
    {posts.map((post) => (
      <li key={post.userId}>
        <strong>{post.orgName}</strong>
        <span className={dots['dotted']}>
          {listPostText(post).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      </li>
    ))}
  </ul>
)
