let running: string | null = null;

/** Id of the build that this process serves, made of the sources; null before one is. */
export function runningBuild(): string | null {
  return running;
}

export function setRunningBuild(id: string): void {
  running = id;
}
