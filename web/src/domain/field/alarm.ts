/** Between two beeps, and how many there are. */
const EVERY_MS = 900
const BEEPS = 20

/** Beeps and shakes until the returned function ends it. Browsers let pages sound only once they were touched. */
export function soundAlarm(): () => void {
  let left = BEEPS
  let audio: AudioContext | null = null
  try {
    audio = new AudioContext()
  } catch {
    // Without sound, it is seen and felt.
  }
  const once = () => {
    if (left-- <= 0) return
    if ('vibrate' in navigator) navigator.vibrate([400, 150, 200])
    if (audio?.state === 'running') beep(audio)
    else void audio?.resume().catch(() => undefined)
  }
  once()
  const timer = window.setInterval(once, EVERY_MS)
  return () => {
    window.clearInterval(timer)
    if ('vibrate' in navigator) navigator.vibrate(0)
    void audio?.close().catch(() => undefined)
  }
}

function beep(audio: AudioContext): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = 880
  volume.gain.setValueAtTime(0.5, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.01, audio.currentTime + 0.5)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + 0.5)
}
