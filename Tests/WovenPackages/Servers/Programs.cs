namespace Tests.WovenPackages.Servers;

/// <summary>Programs of this machine.</summary>
internal static class Programs
{
    /// <summary>The full path of a program; null where there is none.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="folders">Where it may be besides the folders of PATH.</param>
    public static string? Find(string name, IEnumerable<string> folders) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Concat(folders)
            .Select(folder => Path.Combine(folder, name))
            .FirstOrDefault(File.Exists);
}
