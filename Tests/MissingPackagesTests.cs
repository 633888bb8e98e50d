namespace Tests;

[Parallelizable(ParallelScope.Self)]
public sealed class MissingPackagesTests
{
    /// <summary>Messages of the SDK's commands. All but the last say that the package source does not answer, or that it lacks the package.</summary>
    [TestCase("/a/App.csproj : error NU1301: Unable to load the service index for source http://127.0.0.1:9/v3/index.json.", ExpectedResult = "error NU1301: Unable to load the service index for source http://127.0.0.1:9/v3/index.json.")]
    [TestCase("Unhandled exception: Unable to load the service index for source http://127.0.0.1:9/v3/index.json.", ExpectedResult = "Unable to load the service index for source http://127.0.0.1:9/v3/index.json.")]
    [TestCase("dotnet-trace is not found in NuGet feeds /empty.", ExpectedResult = "dotnet-trace is not found in NuGet feeds /empty.")]
    [TestCase("Failed to load NuGet source http://127.0.0.1:9/v3/index.json", ExpectedResult = "Failed to load NuGet source http://127.0.0.1:9/v3/index.json")]
    [TestCase("Failed to retrieve information about 'A' from remote source 'http://127.0.0.1:9/a/index.json'.", ExpectedResult = "Failed to retrieve information about 'A' from remote source 'http://127.0.0.1:9/a/index.json'.")]
    [TestCase("Failed to download package 'A.1.0.0' from 'http://127.0.0.1:9/a.1.0.0.nupkg'.", ExpectedResult = "Failed to download package 'A.1.0.0' from 'http://127.0.0.1:9/a.1.0.0.nupkg'.")]
    [TestCase("The settings file in the tool's NuGet package is invalid.", ExpectedResult = null)]
    public string? Are_told_by_what_NuGet_says(string output) => MissingPackages.In(output);
}
