namespace Tests.WovenPackages.Servers;

/// <summary>A server is not installed on this machine.</summary>
/// <param name="program">The program that was not found.</param>
/// <param name="package">The Debian package that contains the program.</param>
internal sealed class MissingServerException(string program, string package)
    : Exception($"There is no {program} on this machine; Debian's package {package} has it: apt-get install {package}");
