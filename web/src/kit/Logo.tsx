/** The company's logo if it has one; else the product's: the sun on its path above a module. */
export function Logo({ size, src }: { size: number; src?: string | null }) {
  if (src) return <img className="logo" src={src} height={size} alt="" />
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 28 28" aria-hidden>
      <rect width="28" height="28" rx="6.5" fill="var(--mark)" />
      <path
        d="M5.9 16.4a8.1 8.1 0 0 1 16.2 0"
        fill="none"
        stroke="#fff"
        strokeOpacity=".62"
        strokeWidth="1.4"
        strokeLinecap="round"
      />
      <circle cx="17.6" cy="9.6" r="2.7" fill="#fff" />
      <path
        d="M8.1 16h3.4l-.4 2.9H7zM12.3 16h3.4l.3 2.9h-4zM16.5 16h3.4l1.1 2.9h-4.1zM6.7 19.8H11l-.4 3H5.4zM11.9 19.8h4.2l.3 3h-4.8zM17 19.8h4.3l1.3 3h-5.2z"
        fill="#fff"
      />
    </svg>
  )
}
