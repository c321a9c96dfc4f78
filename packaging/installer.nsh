; Links of the scheme lab2048. The "--" keeps a link from being read as a switch of Chromium.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\lab2048" "" "URL:2048 Lab"
  WriteRegStr SHCTX "Software\Classes\lab2048" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\lab2048\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\lab2048"
  ; the packager's installer leaves a copy of itself for updates that the lab does not make
  SetShellVarContext current
  RMDir /r "$LOCALAPPDATA\twenty48-lab-updater"
  SetShellVarContext all
!macroend
