using Microsoft.Build.Framework;

namespace PooledAwait.Fody.Build;

/// <summary>An MSBuild task that only computes its outputs. The targets use these outputs, and report errors and warnings themselves.</summary>
public abstract class Decision : ITask
{
    public IBuildEngine? BuildEngine { get; set; }

    public ITaskHost? HostObject { get; set; }

    public bool Execute()
    {
        Decide();
        return true;
    }

    protected abstract void Decide();
}
