export default function RollCard() {
  return null
}
