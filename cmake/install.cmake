# Installing, and packages of it: the programs (sgl), and the libraries with their headers (sgl-dev).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(command_part COMPONENT command)
set(libraries_part COMPONENT libraries)

install(TARGETS sgl sgl-check RUNTIME ${command_part})
install(DIRECTORY share/ DESTINATION ${CMAKE_INSTALL_DATADIR} ${command_part} OPTIONAL)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} ${command_part} OPTIONAL)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} ${command_part} OPTIONAL)
install(FILES cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} ${command_part})

# What Debian wants compressed; without gzip it is installed as it is.
find_program(GZIP gzip)
mark_as_advanced(GZIP)
function(install_compressed path component)
  if(GZIP AND NOT IS_ABSOLUTE ${path})
    install(CODE "execute_process(COMMAND \"${GZIP}\" -9nf
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${path}\" COMMAND_ERROR_IS_FATAL ANY)"
      COMPONENT ${component})
  endif()
endfunction()
install_compressed(${CMAKE_INSTALL_MANDIR}/man1/sgl.1 command)
install_compressed(${CMAKE_INSTALL_MANDIR}/man1/sgl-check.1 command)

# Whom a package names: -DSGL_MAINTAINER="Name <address>".
set(SGL_MAINTAINER "The sgl maintainers <sgl@localhost>" CACHE STRING "The packages' maintainer")
set(debian_revision 1)
configure_file(cmake/changelog.in changelog.Debian @ONLY)
set(changelog ${CMAKE_CURRENT_BINARY_DIR}/changelog.Debian)
set(dev_docs ${CMAKE_INSTALL_DATADIR}/doc/sgl-dev)
install(FILES ${changelog} DESTINATION ${CMAKE_INSTALL_DOCDIR} ${command_part})
install_compressed(${CMAKE_INSTALL_DOCDIR}/changelog.Debian command)
install(FILES ${changelog} DESTINATION ${dev_docs} ${libraries_part})
install_compressed(${dev_docs}/changelog.Debian libraries)

# Includes are written from the top, "logic/formula/formula.hpp", so the headers have a top of their own.
set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/sgl)
set(cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sgl)
install(TARGETS ${sgl_libraries} EXPORT sgl ARCHIVE ${libraries_part}
  INCLUDES DESTINATION ${header_dir})
install(EXPORT sgl NAMESPACE sgl:: DESTINATION ${cmake_dir} FILE sgl-targets.cmake
  ${libraries_part})
install(DIRECTORY logic axioms prover DESTINATION ${header_dir} ${libraries_part}
  FILES_MATCHING PATTERN *.hpp PATTERN prover/command EXCLUDE PATTERN prover/derive EXCLUDE
  PATTERN logic/language EXCLUDE PATTERN logic/syntax EXCLUDE PATTERN logic/grounding EXCLUDE)
install(FILES logic/language/reader.hpp DESTINATION ${header_dir}/logic/language ${libraries_part})
install(FILES logic/syntax/text.hpp DESTINATION ${header_dir}/logic/syntax ${libraries_part})
install(DIRECTORY tests/library/ DESTINATION ${dev_docs}/examples ${libraries_part})
install(FILES cmake/copyright DESTINATION ${dev_docs} ${libraries_part})

configure_package_config_file(cmake/sgl-config.cmake.in sgl-config.cmake
  INSTALL_DESTINATION ${cmake_dir})
write_basic_package_version_file(sgl-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sgl-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/sgl-config-version.cmake DESTINATION ${cmake_dir} ${libraries_part})

# For users of pkg-config. Its prefix is where the file is found.
set(archives ${sgl_libraries})
list(TRANSFORM archives PREPEND -l)
list(JOIN archives " " sgl_archives)
file(RELATIVE_PATH sgl_prefix_from_pc
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/sgl.pc.in sgl.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sgl.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  ${libraries_part})

# `cpack -G DEB` in the build folder.
set(CPACK_PACKAGE_NAME sgl)
set(CPACK_PACKAGE_VENDOR "the sgl project")
set(CPACK_PACKAGE_CONTACT ${SGL_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_RELEASE ${debian_revision})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "theorem prover for strategies in games")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME sgl)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION math)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION
  "sgl proves and refutes claims about strategies for games: that one never\n\
loses, always has a move to offer, is deterministic, or refines another.\n\
Claims are written in the strategic game logic of Zhang and Thielscher.")
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME sgl-dev)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_DEPENDS "libfmt-dev, libz3-dev, libcadical-dev, libbdd-dev, libzstd-dev")
set(CPACK_COMPONENT_LIBRARIES_DESCRIPTION
  "The libraries of sgl, a theorem prover for strategies in games: formulas\n\
and games (sgl::logic), derivations (sgl::axioms), certificates of claims\n\
(sgl::checker), claims and their proofs (sgl::prover), with headers, a CMake package and a pkg-config file.")
include(CPack)
